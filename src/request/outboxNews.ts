import type { RequestFormEvent } from '../../machines/requestFormSetup';
import type { OutboxContent } from '../ports/outbox';

type News = Extract<RequestFormEvent, { type: 'draft.dropped' | 'record.sent' }>;

/**
 * What an open form has to know of other requests: another was saved, perhaps in another tab, which drops the
 * stored draft; and those that were sent. What the outbox holds at first is no news.
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
