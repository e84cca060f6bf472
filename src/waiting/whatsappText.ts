import type { ServiceType } from '../domain/types';
import type { OutboxSummary } from '../ports/outbox';
import { WHATSAPP_TEXT } from '../shared/business/contactLinks';
import { requestRows } from '../shared/form/requestRows';
import { leftOutLine } from '../shared/sendingTexts';

/** A WhatsApp message with the request's text or, if its text has arrived, with its number. */
export function whatsappText(record: OutboxSummary, types: readonly ServiceType[]): string {
  const { fields, step, id, missing } = record;
  if (step !== 'create') {
    return `${WHATSAPP_TEXT}\n\nMy request has the number ${id}. Here are its pictures.${leftOutLine(missing)}`;
  }
  const lines = requestRows(fields, types).map(([label, text]) => `${label}: ${text}`);
  return [WHATSAPP_TEXT, '', ...lines].join('\n') + leftOutLine(missing);
}
