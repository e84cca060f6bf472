/** The words of the notices, apart from those of the list, which is loaded when something waits. */
import type { OutboxSummary, SentRequest } from '../ports/outbox';
import { missingPicturesText } from '../shared/sendingTexts';

const requests = (count: number) => `${count} ${count === 1 ? 'request' : 'requests'}`;

/** How many wait, and what for; there is at least one. Offline that is said, too. */
export function waitingText(records: readonly OutboxSummary[], isOnline: boolean): string {
  return isOnline ? standing(records, ' to be sent') : `Offline · ${standing(records, '')}`;
}

/** `toBeSent`: what waiting is for, where there is room to say it. */
function standing(records: readonly OutboxSummary[], toBeSent: string): string {
  const refused = records.filter(({ needsAttention }) => needsAttention);
  const waiting = records.length - refused.length;
  if (refused.length === 0) return `${requests(waiting)} waiting${toBeSent}`;
  const needing = refused.length === 1 ? 'needs' : 'need';
  if (waiting > 0) return `${refused.length} ${needing} attention, ${waiting} waiting`;
  return refused.some(({ step }) => step === 'create')
    ? `${requests(refused.length)} ${needing} your attention`
    : `Pictures of ${requests(refused.length)} not accepted`;
}

/** The newest of so many numbers fit into a small notice. */
const SHOWN_NUMBERS = 3;

/** What was sent, oldest first, by its numbers. */
export function sentText(sent: readonly SentRequest[]): string {
  const numbers = sent.slice(-SHOWN_NUMBERS).map(({ id }) => id);
  const missing = sent.flatMap(({ missing }) => missing ?? []);
  const left = missing.length > 0 ? ` ${missingPicturesText(missing)}` : '';
  if (sent.length === 1) return `Your request was sent. Its number is ${numbers[0]}.${left}`;
  const more = sent.length - numbers.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${sent.length} requests were sent. Their numbers are ${numbers.join(', ')}${rest}.${left}`;
}
