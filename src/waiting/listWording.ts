import { isUploading, type OutboxSummary } from '../outbox/port';
import { isBeforeRelease, type EpochMs } from '../domain/clock';
import { optional } from '../lib/browser';
import { leftOutLine, missingPicturesText, numberLine } from '../shared/sendingTexts';
import { CLOSING_TEXTS, NO_ANSWER_YET, slowServerText } from '../shared/waitingTexts';
import { MAX_CATEGORIES } from '../domain/constants';
import { TEXT_FIELD_NAMES, textField } from '../domain/requestFields';
import { cleanText } from '../domain/cleanText';
import type { ServiceType } from '../domain/types';
import { WHATSAPP_TEXT } from '../shared/business/contactLinks';
import { namesOf } from '../shared/form/useServiceTypes';
import { shortened } from '../ui/stringHelpers';

export function footerText(records: readonly OutboxSummary[]): string {
  const sentences: string[] = [];
  if (records.some(({ inMemory }) => !inMemory)) {
    sentences.push('A request that is not sent yet is kept on this device only.');
  }
  const waiting = records.filter(({ needsAttention }) => !needsAttention);
  if (waiting.length > 0) {
    sentences.push('A request that waits here is sent as soon as we can be reached.');
    // What is only in memory says so itself.
    if (!waiting.some(({ inMemory }) => inMemory)) {
      sentences.push(CLOSING_TEXTS[waiting.every(({ goesOn }) => goesOn) ? 'goesOn' : 'waits']);
    }
  }
  if (records.some(({ needsAttention }) => needsAttention)) {
    sentences.push(
      'A request that was not accepted stays here until you send it again or delete it.',
    );
  }
  return sentences.join(' ');
}

/** The title of a request: its description. A damaged record may have none. */
export function titleText({ fields }: OutboxSummary): string {
  return fields.description.trim() || 'A request without a description';
}

export interface Try {
  isTrying: boolean;
  isSlow: boolean;
  /** Whether the visitor has pressed "Try now". */
  wasAsked: boolean;
}

export function stateText(
  record: OutboxSummary,
  isOnline: boolean,
  { isTrying, isSlow, wasAsked }: Try,
): string {
  if (record.needsAttention) return refusedText(record);
  if (record.inMemory)
    return isSlow ? `${slowServerText(true)} ${CLOSING_TEXTS.isLost}` : CLOSING_TEXTS.isLost;
  if (isSlow) return slowServerText(false);
  const { count, total } = record.progress;
  if (isOnline && isUploading(record)) return `Sending pictures: ${count} of ${total}.`;
  if (isTrying) return 'Trying…';
  if (record.step !== 'create') return 'Your text has reached us; the pictures follow.';
  return isOnline ? NO_ANSWER_YET : offlineText(wasAsked);
}

function refusedText({ needsAttention, step }: OutboxSummary): string {
  if (needsAttention?.damaged) {
    return 'Part of it was lost on this device. “Try again” sends the rest.';
  }
  return step === 'create'
    ? 'It was not accepted and needs your attention.'
    : 'Your text has reached us, but the pictures were not accepted.';
}

const offlineText = (wasAsked: boolean): string =>
  wasAsked
    ? 'You are still offline. It goes out as soon as you are back online.'
    : 'Waiting until you are back online.';

/** Names the pictures that do not go with a record; empty if all do. */
export const leftOutText = ({ missing = [] }: OutboxSummary): string =>
  missing.length === 0 ? '' : missingPicturesText(missing);

/** What tells requests of the same title apart: the first name, when the request was saved, and its pictures. */
export function factsText({ fields, savedAt, imageNames }: OutboxSummary, locale?: string): string {
  const [firstName = ''] = fields.name.trim().split(/\s+/);
  const pictures = imageNames.length > 0 ? picturesText(imageNames.length) : '';
  const facts = [shortened(firstName), savedText(savedAt, locale), pictures];
  return facts.filter((fact) => fact !== '').join(' · ');
}

const picturesText = (count: number): string => `${count} ${count === 1 ? 'picture' : 'pictures'}`;

/** The formats of times, one for each locale: to make one keeps a phone busy for milliseconds. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();
function formatOf(locale?: string): Intl.DateTimeFormat {
  const format =
    formats.get(locale) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  formats.set(locale, format);
  return format;
}

/** When a request was saved, in the visitor's time zone and language. */
export function savedText(savedAt: EpochMs, locale?: string): string {
  // A browser that does not know the system's time zone or language throws.
  const date = optional(() => formatOf(locale).format(savedAt));
  return date === undefined || isBeforeRelease(savedAt) ? 'Saved on this device' : `Saved ${date}`;
}

/** The record with its fields cut to the limits of the form: a damaged one may hold megabytes. */
export function cutToLimits(record: OutboxSummary): OutboxSummary {
  const { fields } = record;
  const texts = TEXT_FIELD_NAMES.map((name) => [
    name,
    fields[name].slice(0, textField(name).limit),
  ]);
  const categories = fields.categories.slice(0, MAX_CATEGORIES);
  return { ...record, fields: { ...fields, ...Object.fromEntries(texts), categories } };
}

/** A message by WhatsApp with the text of a request or, if the text has arrived, with its number in place of it. */
export function whatsappText(record: OutboxSummary, types: readonly ServiceType[]): string {
  const { fields, step, id, missing } = record;
  if (step !== 'create') {
    return `${WHATSAPP_TEXT}${numberLine(id)} Here are its pictures.${leftOutLine(missing)}`;
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
