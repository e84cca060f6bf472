/**
 * The marks of a request, in `alerts/{id}`: how far the mails about its text and its pictures have come, and the posts to
 * the owner's hook. Owners may read them, so they hold no word of a visitor.
 */
import type { EpochMs } from './epochTime.js';

/** A request has two mails: about its text, and about its pictures. */
export type Kind = 'text' | 'pictures';

/** What has a mark: each mail, and the post about the same to the hook. */
export const MARKED = ['text', 'pictures', 'textHook', 'picturesHook'] as const;
export type Marked = (typeof MARKED)[number];

export interface Mark {
  /**
   * `waiting`: the mail server has not accepted the message. `sending`: it may have accepted it. `sent`: it has.
   * `refused`: it has read the message, and refuses it for good.
   */
  state: 'waiting' | 'sending' | 'sent' | 'refused';
  since: EpochMs;
  /**
   * The name of the digest that the event is in. Left out if the event has a message of its own, and once it is sent with
   * its words.
   */
  digest?: string;
  /** How often the answer to the message has been lost. Left out if never. */
  lost?: number;
  /** How often it was posted to the hook. Left out for a mail. */
  tries?: number;
}

export type Marks = Partial<Record<Marked, Mark>>;

/** Each address has a collection of marks of its own. */
export interface Holder {
  address: string;
  marks: string;
}

export interface Holders {
  holders: Holder[];
  /** Were taken out at this time, and no other took their place. */
  takenOut: (Holder & { since: EpochMs })[];
  /** How many collections were ever made. */
  made: number;
}

/**
 * Which marks each of these addresses has. One keeps its own wherever it stands among them. One that replaces another
 * goes on with the marks of that one, so that it gets what is still owed. One that is added has new marks, and begins an hour ago;
 * unless it was taken out a moment ago: while functions are deployed, one of them may still have the list from before.
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

/** The path of the nth collection. */
export const collectionOf = (nth: number): string =>
  nth === 1 ? 'alerts' : `alerts/function/address${nth}`;

/** Whether one of the mails is still to be sent. `mailUnsent` sees no other requests. */
export const isOpen = ({ text, pictures }: Marks): boolean =>
  [text, pictures].some((mark) => mark !== undefined && mark.state !== 'sent');

/**
 * While this time lasts, only the run that claimed an event may mail it. It is longer than sending a mail can
 * take (see the timeouts in smtp.ts).
 */
export const CLAIM_MS = 2 * 60_000;

/** A run is mailing the event, or was cut off a moment ago. */
export const isClaimed = (mark: Mark | undefined, now: EpochMs): boolean =>
  mark?.state === 'sending' && now - mark.since < CLAIM_MS;

/**
 * Whether an event with this mark may be mailed now in this message: the digest, or the event's own message if
 * `digest` is undefined.
 */
export function isSendable(mark: Mark | undefined, now: EpochMs, digest?: string): boolean {
  if (mark === undefined || mark.state === 'waiting') return true;
  if (mark.state === 'refused') return isWordless(digest);
  if (mark.state === 'sent' || isClaimed(mark, now)) return false;
  // The mail server may have accepted the message, so the event may only be sent again in the same message.
  return isLost(mark) ? isWordless(digest) : mark.digest === digest;
}

/**
 * A message whose answer was lost so often is not sent again: the server may hang up at its words, or take it each time
 * and never say so.
 */
export const MAX_LOST = 3;
export const isLost = ({ state, digest, lost = 0 }: Mark): boolean =>
  state === 'sending' && lost >= MAX_LOST && !isWordless(digest);

const WORDLESS = 'numbers-';

/** A new digest is named after its first event. One without words repeats nothing of what its visitors wrote. */
export const digestName = (
  { id, kind }: { id: string; kind: Kind },
  now: EpochMs,
  withWords: boolean,
): string => `${withWords ? 'digest-' : WORDLESS}${id}-${kind}-${now}`;
export const isWordless = (digest: string | undefined): boolean =>
  digest?.startsWith(WORDLESS) === true;
