import { cleanText } from '../domain/cleanText';
import { TEXT_FIELD_NAMES, textField } from '../domain/requestFields';
import type { ServiceType } from '../domain/types';
import type { OutboxSummary } from '../ports/outbox';
import { WHATSAPP_TEXT } from '../shared/business/contactLinks';
import { namesOf } from '../shared/form/useServiceTypes';
import { leftOutLine } from '../shared/sendingTexts';

/** A WhatsApp message with the request's text or, if its text has arrived, with its number. */
export function whatsappText(record: OutboxSummary, types: readonly ServiceType[]): string {
  const { fields, step, id, missing } = record;
  if (step !== 'create') {
    return `${WHATSAPP_TEXT}\n\nMy request has the number ${id}. Here are its pictures.${leftOutLine(missing)}`;
  }
  const services = namesOf(fields.categories, types).join(', ');
  const rows = [
    ...TEXT_FIELD_NAMES.map(
      (name) => [textField(name).label, cleanText(name, fields[name])] as const,
    ),
    ['Services', services] as const,
  ];
  const lines = rows.filter(([, text]) => text !== '').map(([label, text]) => `${label}: ${text}`);
  return [WHATSAPP_TEXT, '', ...lines].join('\n') + leftOutLine(missing);
}
