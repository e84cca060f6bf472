/**
 * The marks of a request, in `alerts/{id}`: how far the mails about its text and its pictures have come, and the posts to
 * the owner's hook. Owners may read them, so they hold no word of a visitor.
 */
import { HOUR_MS, type EpochMs } from './epochTime.js';

export type Kind = 'text' | 'pictures';

/** What has a mark: each mail, and the post about the same to the hook. */
export const MARKED = ['text', 'pictures', 'textHook', 'picturesHook'] as const;
export type Marked = (typeof MARKED)[number];

export interface Mark {
  /**
   * `waiting`: the mail server has not accepted the message. `sending`: it may have accepted it. `sent`: it has.
   * `refused`: it has read the event's own message, and refuses it for good.
   */
  state: 'waiting' | 'sending' | 'sent' | 'refused';
  since: EpochMs;
  /**
   * The name of the digest that the event is in. Left out if the event has a message of its own, and once it is sent with
   * its words.
   */
  digest?: string;
  /**
   * How many messages with it may lie in the mailbox without an answer of the server: with its words, or without if the
   * digest is one without. Counted before each is sent, so that a run that is killed counts; any answer takes it back.
   */
  lost?: number;
  /** The first full hour in which the server, behind the message, wanted it later. */
  deferred?: EpochMs;
  /** How many messages of its own with its words were refused or lost. Set once it is told without them, or about to be. */
  alone?: number;
  /** When its words are tried again by themselves. In a mark that is `sent`, they are owed. */
  due?: EpochMs;
  /** How often it was posted to the hook. Left out for a mail. */
  tries?: number;
}

export type Marks = Partial<Record<Marked, Mark>>;

/** The stored marks of one address. The deployed functions have them from ../marksStore.ts (`marksOn`). */
export interface MarkDeps {
  /**
   * Replaces the mark of every event by `next`'s result, all or none; `index` is the event's place. Resolves with the
   * previous marks.
   */
  mark(
    events: readonly { id: string; kind: Marked; created: EpochMs }[],
    next: (before: Mark | undefined, index: number) => Mark,
  ): Promise<(Mark | undefined)[]>;
  /** The marks of these requests, in the order of the ids. */
  marksOf(ids: readonly string[]): Promise<Marks[]>;
}

/** Each address has a collection of marks of its own. */
export interface Holder {
  address: string;
  marks: string;
}

export interface Holders {
  holders: Holder[];
  /** Addresses that were taken out at this time, and no other took their place. */
  takenOut: (Holder & { since: EpochMs })[];
  made: number;
}

/**
 * Which marks each of these addresses has. An address that stays keeps its own. One that replaces another takes over
 * the marks of that one, so that it gets what is still owed. One that is added has new marks, and begins an hour ago;
 * unless it was taken out a moment ago: while functions are deployed, one of them may still have the earlier list.
 */
export function holdersOf(addresses: readonly string[], before: Holders, now: EpochMs): Holders {
  const isGone = ({ address }: Holder) => !addresses.includes(address);
  const known = [...before.holders, ...before.takenOut];
  const gone = before.holders.filter(isGone);
  let { made } = before;
  const holders = addresses.map((address) => {
    const own = known.find((holder) => holder.address === address) ?? gone.shift();
    return { address, marks: own?.marks ?? collectionOf((made += 1)) };
  });
  const takenOut = gone.map((holder) => ({ ...holder, since: now }));
  return { holders, takenOut: [...before.takenOut.filter(isGone), ...takenOut], made };
}

export const collectionOf = (nth: number): string =>
  nth === 1 ? 'alerts' : `alerts/function/address${nth}`;

/** Whether one of the mails is still to be sent: `mailUnsent` finds the request by that, and by words that are owed. */
export const isOpen = ({ text, pictures }: Marks): boolean =>
  [text, pictures].some((mark) => mark !== undefined && mark.state !== 'sent');

/** Milliseconds. A message has so long, over all its phases: a filter behind the last dot may take minutes. */
export const MESSAGE_MS = 4 * 60_000;
/** While this time lasts, only the run that claimed an event may mail it. */
export const CLAIM_MS = MESSAGE_MS + 60_000;

/**
 * A message whose answer was lost so often is not sent again: the server may hang up at its words, or take it each time
 * and never say so.
 */
export const MAX_LOST = 3;

/**
 * Where an event is on its way to the owner. The mark says it, and the time; a mark that is `sending` belongs to a run
 * for `CLAIM_MS` only.
 *
 * | stage              | what has happened                                      | what is sent next                     |
 * | ------------------ | ------------------------------------------------------ | ------------------------------------- |
 * | `open`             | the server has none of it, and has not refused it      | its own message, or a digest          |
 * | `claimed`          | a run is mailing it, or was cut off a moment ago       | nothing, until the claim is over      |
 * | `unanswered`       | the server may have accepted the message               | the same message again                |
 * | `refused`          | the server refused its words                           | its number, without words             |
 * | `lost`             | `MAX_LOST` messages with its words were never answered | its number, without words             |
 * | `lostWithoutWords` | nor were `MAX_LOST` messages with its number alone     | nothing: it counts as told            |
 * | `sent`             | the server accepted it, with its words or without      | words that are owed (`isDue`), if any |
 */
export type Stage =
  'open' | 'claimed' | 'unanswered' | 'refused' | 'lost' | 'lostWithoutWords' | 'sent';

export function stageOf(mark: Mark | undefined, now: EpochMs): Stage {
  if (mark === undefined) return 'open';
  const { state, since, digest, lost = 0 } = mark;
  if (state === 'sent' || state === 'refused') return state;
  if (state === 'sending' && now - since < CLAIM_MS) return 'claimed';
  if (lost >= MAX_LOST) return isWordless(digest) ? 'lostWithoutWords' : 'lost';
  return state === 'waiting' ? 'open' : 'unanswered';
}

/**
 * Whether an event with this mark may be mailed now in this message: the digest, or the event's own message if `digest`
 * is undefined.
 */
export function isSendable(mark: Mark | undefined, now: EpochMs, digest?: string): boolean {
  switch (stageOf(mark, now)) {
    case 'open':
      return true;
    case 'unanswered':
      return mark!.digest === digest;
    case 'refused':
    case 'lost':
      return isWordless(digest);
    default:
      return false;
  }
}

/**
 * Milliseconds before the next try of an event's words by themselves, by how many tries there were. After the third
 * nothing is owed. Together with those of `MAX_LOST`, the server has five messages with the words at most.
 */
const ALONE_AGAIN = [0, 6 * HOUR_MS, 24 * HOUR_MS];

/** What a mark says of words that were tried so often by themselves, the last time then. */
export function afterAlone(alone: number, then: EpochMs): Pick<Mark, 'alone' | 'due'> {
  const pause = ALONE_AGAIN[alone];
  return pause === undefined ? { alone } : { alone, due: then + pause };
}

export function claimOf(before: Mark | undefined, since: EpochMs, digest?: string): Mark {
  const { lost = 0, deferred, alone, due } = before ?? {};
  const hasTold = before?.state === 'sending' && isWordless(before.digest);
  const isRestart = isWordless(digest) && !hasTold;
  return {
    state: 'sending',
    since,
    lost: isRestart ? 1 : lost + 1,
    ...(digest !== undefined && { digest }),
    ...(deferred !== undefined && { deferred }),
    ...(isRestart
      ? owedAfter(before, since)
      : { ...(alone !== undefined && { alone }), ...(due !== undefined && { due }) }),
  };
}

/** Words that were in a digest alone may be those of another: they are tried by themselves at once. */
function owedAfter(before: Mark | undefined, now: EpochMs): Pick<Mark, 'alone' | 'due'> {
  if (before?.state === 'refused') return afterAlone(before.alone ?? 1, before.since);
  return afterAlone(stageOf(before, now) === 'lost' ? 1 : 0, now);
}

/** The mark of an event that the server has accepted. Told without its words, it still owes them. */
export function sentMark({ digest, alone, due }: Mark, now: EpochMs): Mark {
  if (!isWordless(digest)) return { state: 'sent', since: now };
  return {
    state: 'sent',
    since: now,
    digest: digest!,
    ...(alone !== undefined && { alone }),
    ...(due !== undefined && { due }),
  };
}

/** Milliseconds from the first full hour in which the server wanted an event later to the third, with a run that is early. */
const PUT_OFF_MS = 2 * HOUR_MS - 10 * 60_000;
/** Whether the server has wanted the event later in three full hours: then it counts as refused. */
export const isPutOff = (deferred: EpochMs, now: EpochMs): boolean => now - deferred >= PUT_OFF_MS;

export const isDue = (mark: Mark | undefined, now: EpochMs): boolean =>
  mark?.state === 'sent' && mark.due !== undefined && mark.due <= now;

/** When the first of the request's words are tried again by themselves; undefined if none are owed. */
export function owedAt({ text, pictures }: Marks): EpochMs | undefined {
  const due = [text, pictures].flatMap((mark) => (mark?.state === 'sent' ? (mark.due ?? []) : []));
  return due.length === 0 ? undefined : Math.min(...due);
}

/** Why a message repeats nothing of what its visitors wrote. Stands in the name of the digest, which is sent again as it was. */
export const REASONS = ['refused', 'deferred', 'lost', 'large'] as const;
export type Reason = (typeof REASONS)[number];

const WORDLESS = 'numbers-';

/** A new digest is named after its first event. */
export const digestName = (
  { id, kind }: { id: string; kind: Kind },
  now: EpochMs,
  without?: Reason,
): string => `${without ? `${WORDLESS}${without}-` : 'digest-'}${id}-${kind}-${now}`;
export const isWordless = (digest: string | undefined): boolean =>
  digest?.startsWith(WORDLESS) === true;
/** The reason in the name of a digest without words; undefined for a digest with words. */
export const reasonIn = (digest: string): Reason | undefined =>
  isWordless(digest)
    ? (REASONS.find((reason) => digest.startsWith(`${WORDLESS}${reason}-`)) ?? 'refused')
    : undefined;
