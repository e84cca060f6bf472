/**
 * Finds requests and pictures whose events the platform has dropped, and marks them as waiting for `mailUnsent`. Each
 * request is looked at when it has one of a few ages: a look at all of them in each hour would cost a dollar for every
 * ten thousand requests of a stranger.
 */
import { HOUR_MS } from './epochTime.js';
import { isRequestId, type AlertDeps } from './leadAlerts.js';
import type { Kind } from './marks.js';
import { eachPage, type PagesDeps, type Search } from './requestPages.js';

export type MissedEventsDeps = PagesDeps & Pick<AlertDeps, 'mark' | 'marksOf' | 'startedBy'>;

/**
 * Milliseconds. At the first age the texts are looked for, and marked; a younger request's own event may be on its way.
 * Pictures mostly come within the hour, but a device without a network may attach them for 30 days. Keys are the names
 * under which the places are stored.
 */
export const AGES = {
  first: 5 * 60_000,
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 31 * 24 * HOUR_MS,
} as const;

export async function findMissedEvents(
  age: keyof typeof AGES,
  deps: MissedEventsDeps,
): Promise<void> {
  const now = deps.now();
  const kind: Kind = age === 'first' ? 'text' : 'pictures';
  const search: Search = {
    place: `searched.${age}`,
    // The first run of all looks an hour back: the platform may have dropped the event of the first request.
    from: await deps.startedBy(now - HOUR_MS),
    to: now - AGES[age],
    detail: kind === 'text' ? 'times' : 'pictures',
  };
  await eachPage(search, deps, async (requests) => {
    const seen = requests.filter(
      ({ id, hasPictures }) => isRequestId(id) && (kind === 'text' || hasPictures),
    );
    const marks = await deps.marksOf(seen.map(({ id }) => id));
    const missed = seen
      .filter((_, index) => marks[index]?.[kind] === undefined)
      .map(({ id, created }) => ({ id, kind, created }));
    if (missed.length > 0)
      await deps.mark(missed, (before) => before ?? { state: 'waiting', since: now });
  });
}
