import type { RequestFormEvent } from '../../../machines/requestFormTypes';
import type { OutboxLists } from '../../ports/outbox';

type News = Extract<
  RequestFormEvent,
  { type: 'draft.dropped' | 'draft.submitted' | 'record.sent' }
>;

/**
 * Compares the outbox's lists with the lists of the last call, and returns events for the form. `draft.submitted`:
 * another tab has submitted exactly the draft that is in the form. `draft.dropped`: another request was saved.
 * `record.sent`: one event for each request that was sent since. The first lists give neither of the last two.
 * `draftId`: of the form's content.
 */
export function createOutboxNews() {
  let known: Set<string> | undefined;
  const sent = new Set<string>();
  return (lists: OutboxLists, draftId: string | undefined): News[] => {
    const { waiting, sentRequests } = lists;
    const before = known;
    const keys = [...waiting, ...sentRequests].map(({ key }) => key);
    const newlySent = sentRequests.map(({ key }) => key).filter((key) => !sent.has(key));
    known = new Set([...(before ?? []), ...keys]);
    for (const key of newlySent) sent.add(key);
    const submitted = keyOfSubmitted(lists, draftId);
    const isSaved = before && keys.some((key) => !before.has(key));
    return [
      ...(submitted === undefined ? [] : [{ type: 'draft.submitted', key: submitted } as const]),
      ...(isSaved ? [{ type: 'draft.dropped' } as const] : []),
      ...(before ? newlySent.map((key) => ({ type: 'record.sent', key }) as const) : []),
    ];
  };
}

/** The key of the request that was saved from this draft, by any tab. */
export function keyOfSubmitted(
  { waiting, sentRequests }: OutboxLists,
  draftId: string | undefined,
): string | undefined {
  if (draftId === undefined) return undefined;
  return [...waiting, ...sentRequests].find((one) => one.draftId === draftId)?.key;
}
