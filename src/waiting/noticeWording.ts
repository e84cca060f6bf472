/**
 * The texts of the notices. Those of the list are in listWording.ts, which is loaded only when a request waits; what both
 * and the form say of sending is in shared/sendingTexts.ts.
 */
import type { SentRequest } from '../domain/types';
import type { OutboxSummary } from '../outbox/port';
import { missingPicturesText } from '../shared/sendingTexts';

const requests = (count: number) => `${count} ${count === 1 ? 'request' : 'requests'}`;

/** How many requests wait, which is at least one, and whether the device is offline. */
export function waitingText(records: readonly OutboxSummary[], isOnline: boolean): string {
  return isOnline ? countsText(records, ' to be sent') : `Offline · ${countsText(records, '')}`;
}

/** `ending`: added after "waiting" where there is room for it. */
function countsText(records: readonly OutboxSummary[], ending: string): string {
  const refused = records.filter(({ needsAttention }) => needsAttention);
  const waiting = records.length - refused.length;
  if (refused.length === 0) return `${requests(waiting)} waiting${ending}`;
  const needing = refused.length === 1 ? 'needs' : 'need';
  if (waiting > 0) return `${refused.length} ${needing} attention, ${waiting} waiting`;
  return refused.some(({ step }) => step === 'create')
    ? `${requests(refused.length)} ${needing} your attention`
    : `Pictures of ${requests(refused.length)} not accepted`;
}

/** How many numbers a notice has room for. The newest are shown. */
const SHOWN_NUMBERS = 3;

/** Says by their numbers which requests were sent. `sent`: oldest first. */
export function sentNoticeText(sent: readonly SentRequest[]): string {
  const numbers = sent.slice(-SHOWN_NUMBERS).map(({ id }) => id);
  const missing = sent.flatMap(({ missing }) => missing ?? []);
  const left = missing.length > 0 ? ` ${missingPicturesText(missing)}` : '';
  if (sent.length === 1) return `Your request was sent. Its number is ${numbers[0]}.${left}`;
  const more = sent.length - numbers.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${sent.length} requests were sent. Their numbers are ${numbers.join(', ')}${rest}.${left}`;
}
