import type { RequestFormEvent } from '../../machines/requestFormTypes';
import type { OutboxContent } from '../ports/outbox';

type News = Extract<RequestFormEvent, { type: 'draft.dropped' | 'record.sent' }>;

/**
 * Compares the outbox's content with the last one and returns events for the form: `draft.dropped` when another
 * request was saved, perhaps in another tab, and `record.sent` for each request that was sent since. The first
 * content gives no events.
 */
export function createOutboxNews() {
  let known: Set<string> | undefined;
  const sent = new Set<string>();
  return ({ waiting, sentRequests }: OutboxContent): News[] => {
    const before = known;
    const keys = [...waiting, ...sentRequests].map(({ key }) => key);
    const newlySent = sentRequests.map(({ key }) => key).filter((key) => !sent.has(key));
    known = new Set([...(before ?? []), ...keys]);
    for (const key of newlySent) sent.add(key);
    if (!before) return [];
    const isSaved = keys.some((key) => !before.has(key));
    return [
      ...(isSaved ? [{ type: 'draft.dropped' } as const] : []),
      ...newlySent.map((key) => ({ type: 'record.sent', key }) as const),
    ];
  };
}
