/**
 * Posts to a chat of the owner's, with the number of a request and none of its words. A post comes behind the mail, and
 * changes nothing about it.
 */
import { HOUR_MS, readableTime, type EpochMs } from './epochTime.js';
import { listOf, shortNumber } from './leadFields.js';
import type { LeadEvent } from './mailTexts.js';
import type { Kind, Mark, MarkDeps } from './marks.js';

/** A request by its number and time: a post says no more of it. */
interface Asked {
  id: string;
  created: EpochMs;
}

export interface PostDeps extends MarkDeps {
  /** Resolves when the hook has taken the text. Undefined if the owner has none. */
  post: ((text: string) => Promise<void>) | undefined;
  now(): EpochMs;
  logError(text: string, error: unknown): void;
}

export interface CountDeps extends PostDeps {
  /** Up to when the hook was told of each request; undefined before the first time. */
  heardUntil(): Promise<EpochMs | undefined>;
  setHeardUntil(time: EpochMs): Promise<void>;
  /** How many requests were created behind `from`, up to `to`, for which no post was tried. */
  countUnheard(from: EpochMs, to: EpochMs): Promise<number>;
  failedPosts(most: number): Promise<Asked[]>;
  /** The requests created behind `from`, up to `to`, of which a mail is open: `most` or fewer. */
  openBetween(from: EpochMs, to: EpochMs, most: number): Promise<Asked[]>;
}

const TRIES = 3;
/** Milliseconds. The platform brings a failed event again at least every ten minutes, so the tries take an hour. */
const PAUSE_MS = 20 * 60_000;
/** Younger requests may be on their way (`AGES.first`). */
const YOUNG_MS = 5 * 60_000;
/** The most failed posts that one message counts: 20 requests of an hour have posts of their own. */
const MOST_FAILED = 100;
/** A mail that fails for so long is told. */
const FAILING_MS = 24 * HOUR_MS;
const MOST_FAILING = 20;

/**
 * Posts an event once, after its mail was tried. A second time only if the answer was lost, or its mark. Rejects
 * while it is to be tried again. A text that fails three times is in the next count; pictures are not counted.
 */
export async function postEvent(event: LeadEvent, deps: PostDeps): Promise<void> {
  const { post, mark, now } = deps;
  if (!post) return;
  const { id, created } = event;
  const marked = [{ id, created, kind: `${event.kind}Hook` as const }];
  const since = now();
  const isDue = (stored: Mark | undefined) =>
    stored === undefined || (stored.state === 'sending' && since - stored.since >= PAUSE_MS);
  const claim = ({ tries = 0 }: Partial<Mark> = {}): Mark =>
    tries < TRIES ? { state: 'sending', since, tries: tries + 1 } : { state: 'refused', since };
  const [before] = await mark(marked, (stored) => (isDue(stored) ? claim(stored) : stored!));
  if (!isDue(before)) {
    if (before?.state === 'sending') throw new Error(`The post about ${id} is tried again later.`);
    return;
  }
  try {
    const { state } = claim(before);
    if (state === 'refused') throw new Error('Its last answer was lost.');
    const [marks = {}] = await deps.marksOf([id]);
    await post(textOf(event, marks[event.kind]));
  } catch (error) {
    if ((before?.tries ?? 0) + 1 < TRIES) throw error;
    await mark(marked, () => ({ state: 'refused', since }));
    deps.logError(`The ${event.kind} of request ${id} could not be posted to the hook.`, error);
    return;
  }
  await mark(marked, () => ({ state: 'sent', since: now() }));
}

const named = ({ id, created }: Asked) => `${shortNumber(id)} of ${readableTime(created)}`;

function textOf({ kind, fields, ...request }: LeadEvent, mail: Mark | undefined): string {
  const count = listOf(fields['files']).length;
  const pictures = count === 1 ? ', one picture' : count === 2 ? ', two pictures' : ', pictures';
  const isAccepted = mail?.state === 'sent';
  const state = isAccepted
    ? 'your mail server has accepted its mail.'
    : 'its mail is not accepted yet.';
  return `Request ${named(request)}${(kind satisfies Kind) === 'pictures' ? pictures : ''}: ${state}`;
}

/** Posts, in one message, how many requests no post has told, and the mails that have failed for a day. */
export async function postCount(deps: CountDeps): Promise<void> {
  const { post, mark, now } = deps;
  const to = now() - YOUNG_MS;
  // A hook that comes later begins then.
  if (!post) return deps.setHeardUntil(to);
  const from = (await deps.heardUntil()) ?? to - HOUR_MS;
  const [unheard, failed, failing] = await Promise.all([
    deps.countUnheard(from, to),
    deps.failedPosts(MOST_FAILED),
    deps.openBetween(from - FAILING_MS, to - FAILING_MS, MOST_FAILING + 1),
  ]);
  const count = unheard + failed.length;
  const shown = failing.slice(0, MOST_FAILING).map(named).join(', ');
  const more = failing.length > MOST_FAILING ? ' and more' : '';
  const lines = [
    ...(count > 0 ? [`${count} more ${count === 1 ? 'request' : 'requests'} came.`] : []),
    ...(shown
      ? [`The mail about request ${shown}${more} has not been accepted for a day: look at the log.`]
      : []),
  ];
  try {
    if (lines.length > 0) await post(lines.join('\n'));
  } catch (error) {
    // The next one says it, too.
    deps.logError('How many requests came could not be posted to the hook.', error);
    return;
  }
  const told = failed.map((request) => ({ ...request, kind: 'textHook' as const }));
  if (told.length > 0) await mark(told, () => ({ state: 'sent', since: now() }));
  await deps.setHeardUntil(to);
}

/**
 * What is wrong with the hook's address; undefined if nothing is. What its name leads to is looked at with each post.
 */
export function problemWithHook(text: string): string | undefined {
  if (!URL.canParse(text)) return 'it is no address';
  const { protocol, hostname, port, username, password } = new URL(text);
  if (protocol !== 'https:') return 'it does not begin with https://';
  if (username || password) return 'it has a user name or a password before the host';
  if (port) return 'it names a port';
  // Numbers in any way of writing, `localhost`, and names that only a private network has.
  const isName = /\.[a-z][a-z0-9-]*[a-z0-9]\.?$/.test(hostname);
  const isInner = /\.(?:localhost|local|internal|lan|home|corp|arpa)\.?$/.test(hostname);
  return isName && !isInner ? undefined : 'its host is not a name of the public internet';
}
