import { isUploading, type OutboxSummary } from '../ports/outbox';
import { MAX_CATEGORIES } from '../domain/constants';
import { TEXT_FIELD_NAMES, textField } from '../domain/requestFields';
import type { ServiceType } from '../domain/types';
import { WHATSAPP_TEXT } from '../shared/businessFacts';
import { NO_ANSWER_YET, slowServerText } from '../shared/sendingTexts';
import { namesOf } from '../shared/useServiceTypes';

/** What is true of all that wait, below their list. */
export function noteText(records: readonly OutboxSummary[]): string {
  const isSome = (test: (record: OutboxSummary) => unknown) => records.some((each) => test(each));
  const sentences = [
    isSome(({ inMemory }) => !inMemory) &&
      'A request that is not sent yet is kept on this device only.',
    isSome(({ needsAttention }) => !needsAttention) &&
      'What waits here is sent by itself as soon as we can be reached.',
    isSome(({ needsAttention }) => needsAttention) &&
      'What was not accepted stays here until you send it again or delete it.',
  ];
  return sentences.filter(Boolean).join(' ');
}

/** A record with no more of its fields than a form lets in: a damaged one may hold megabytes. */
export function withinLimits(record: OutboxSummary): OutboxSummary {
  const { fields } = record;
  const texts = TEXT_FIELD_NAMES.map((name) => [
    name,
    fields[name].slice(0, textField(name).limit),
  ]);
  const categories = fields.categories.slice(0, MAX_CATEGORIES);
  return { ...record, fields: { ...fields, ...Object.fromEntries(texts), categories } };
}

/** The longest part of a description that stands for it in a name. */
const SHORT = 48;

/** A request's own words, short enough for the name of a button. */
export function shortened(description: string): string {
  // By characters: half of an emoji is none.
  const characters = [...description];
  if (characters.length <= SHORT) return description;
  return `${characters.slice(0, SHORT).join('').trimEnd()}…`;
}

/** The status of what did not even get to the server. */
const NO_ANSWER = 0;

/** What stands for a request in the list: its description, of which nothing may be left. */
export function titleText({ fields }: OutboxSummary): string {
  return fields.description.trim() || 'A request without a description';
}

/** The newest try of a record. */
export interface Try {
  isTrying: boolean;
  /** It takes longer than usual. */
  isSlow: boolean;
  /** The visitor has pressed "Try now". */
  wasAsked: boolean;
}

/** How a record stands. */
export function stateText(
  record: OutboxSummary,
  isOnline: boolean,
  { isTrying, isSlow, wasAsked }: Try,
): string {
  if (record.needsAttention) {
    if (record.step === 'create' && record.needsAttention.status === NO_ANSWER) {
      return 'Part of it was lost on this device: please check it and send it again.';
    }
    return record.step === 'create'
      ? 'It was not accepted and needs your attention.'
      : 'Your text has reached us, but the pictures were not accepted.';
  }
  if (isSlow && !record.inMemory) return slowServerText(false);
  if (record.inMemory) {
    const open = 'This browser cannot save it: keep this page open until it is sent.';
    return isSlow ? `${slowServerText(true)} ${open}` : open;
  }
  const { count, total } = record.progress;
  if (isOnline && isUploading(record)) return `Sending pictures: ${count} of ${total}.`;
  if (isTrying) return 'Trying…';
  if (record.step !== 'create') return 'Your text has reached us; the pictures follow.';
  if (isOnline) return NO_ANSWER_YET;
  return wasAsked
    ? 'You are still offline. It goes out as soon as you are back online.'
    : 'Waiting until you are back online.';
}

/** The request as a WhatsApp message that a person can read; of one whose text has arrived, its number. */
export function whatsappText(record: OutboxSummary, types: readonly ServiceType[]): string {
  const { fields, step, id } = record;
  if (step !== 'create') {
    return `${WHATSAPP_TEXT}\n\nMy request has the number ${id}. Here are its pictures.`;
  }
  const services = namesOf(fields.categories, types).join(', ');
  const rows = [
    ...TEXT_FIELD_NAMES.map((name) => [textField(name).label, fields[name]] as const),
    ['Services', services] as const,
  ];
  const lines = rows.filter(([, text]) => text !== '').map(([label, text]) => `${label}: ${text}`);
  return [WHATSAPP_TEXT, '', ...lines].join('\n');
}

/** When a request was saved, by the visitor's own clock and habits. `savedAt`: ms since 1970. */
export function savedText(savedAt: number, locale?: string): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return `Saved ${date.format(savedAt)}`;
}
