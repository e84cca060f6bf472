/**
 * Mails the owner about each request: once with its text when it is created, and once with the links to its pictures
 * when they are attached. What cannot be mailed now is marked, and `mailUnsent` sends it (unsentLeads.ts). Nothing in
 * this folder imports Firebase or an SMTP client: what reaches a server is handed in, because `npm start` runs this
 * code, too.
 */
import { HOUR_MS, type EpochMs } from './epochTime.js';
import { fieldsOf, listOf, oneLine, type Fields } from './leadFields.js';
import { WHOLE_BUDGET, type MailBudget } from './mailBudget.js';
import {
  digestOf,
  suspicionOf,
  messageOf,
  numbersOf,
  type Background,
  type JudgedEvent,
  type LeadEvent,
  type Message,
  type Thumbnail,
} from './mailTexts.js';
import { postEvent, type PostDeps } from './hookPosts.js';
import {
  afterAlone,
  CLAIM_MS,
  claimOf,
  isDue,
  isPutOff,
  isSendable,
  isWordless,
  sentMark,
  stageOf,
  type Mark,
} from './marks.js';

/**
 * What an alert needs. ../index.ts puts it together for the deployed functions: the marks and `startedBy` are in
 * ../marksStore.ts, `send` in ../smtp.ts, thumbnails in ../bucket.ts, what is read from Firestore in ../database.ts.
 */
export interface AlertDeps extends PostDeps {
  /**
   * Sends a mail (`sendMail` in ../smtp.ts; with `npm start`, tools/dataPage/mailbox.ts). Resolves when the mail server
   * has accepted the message. Rejects with `NotAccepted` if it has certainly not accepted it, and with another error if
   * it may have.
   */
  send(message: Message): Promise<void>;
  serviceTypes(): Promise<unknown>;
  /** The fields of a request's upload ticket, `uploads/{id}`. */
  ticket(id: string): Promise<unknown>;
  /** The stored thumbnail of this name. Undefined if it cannot be had soon: no mail waits for a picture. */
  thumbnail(name: string): Promise<Thumbnail | undefined>;
  /** The number of requests that were created between `from` and the event's request, both included; at most `most`. */
  countUntil(event: LeadEvent, from: EpochMs, most: number): Promise<number>;
  /**
   * Records that requests created from this time on are mailed by these functions. Resolves with the earliest time
   * that was ever recorded.
   */
  startedBy(time: EpochMs): Promise<EpochMs>;
  budget: MailBudget;
  /** The part of message ids behind the `@`. */
  messageIdHost: string;
  ownerPage: string;
  /** Resolves when the work has ended, whatever became of it, and after so many milliseconds at the latest. */
  atMost(ms: number, work: Promise<unknown>): Promise<void>;
}

/** The mail server has certainly not accepted a message. */
export class NotAccepted extends Error {
  override name = 'NotAccepted';
  /**
   * `unread`: the server has not read the message, whatever it said: it takes none of ours now. `tooLarge`: it has not
   * read it because of its size. `deferred`: it has read it and wants it later. `refused`: it has read it and refuses it
   * for good.
   */
  constructor(
    message: string,
    readonly reason: 'unread' | 'tooLarge' | 'deferred' | 'refused',
  ) {
    super(message);
  }
}

/** Why the server has not accepted the message; undefined for an error after which it may have. */
export const reasonOf = (error: unknown): NotAccepted['reason'] | undefined =>
  error instanceof NotAccepted ? error.reason : undefined;

/** Another run is mailing the event, and will mark it. */
class AnotherRun extends Error {
  override name = 'AnotherRun';
}

const DAY_MS = 24 * HOUR_MS;
/** After this time the event's own run stops trying, and leaves the event to `mailUnsent`. */
const GIVE_UP_AFTER_MS = HOUR_MS;
/** Milliseconds. After this time a post says that its mail is not accepted yet. */
const HOOK_WAITS_MS = 20_000;
/** A request of the site has at most two pictures. */
const MAX_THUMBNAILS = 2;

export interface Change {
  /** Undefined when the request was created. */
  before: Fields | undefined;
  after: Fields;
  time: EpochMs;
  created: EpochMs;
}

/** firestore.rules accept no other id, so a document with another id was not written by a visitor. */
export const isRequestId = (id: string): boolean => /^\d{10}$/.test(id);

/** The event to mail after a change of `requests/{id}`; undefined if the owner need not know. */
export function eventOf(
  id: string,
  { before, after, time, created }: Change,
): LeadEvent | undefined {
  if (!isRequestId(id)) return undefined;
  const isAttached = listOf(before?.['files']).length === 0 && listOf(after['files']).length > 0;
  if (before === undefined) return { id, kind: 'text', fields: after, time, created };
  return isAttached ? { id, kind: 'pictures', fields: after, time, created } : undefined;
}

/**
 * Mails an event once, even if the platform delivers it several times. Rejects if the platform has to deliver it again:
 * the mail server, the owner's hook or the database has failed, or another run is mailing the event. The event is left to
 * `mailUnsent` if there are too many, if the server refuses it, and after an hour without success.
 */
export async function alertOwner(event: LeadEvent, deps: AlertDeps): Promise<void> {
  // Before anything that can fail: what is older is not looked for. Pictures may belong to a request from before
  // these functions, whose contemporaries must not be mailed now.
  await deps.startedBy(event.kind === 'text' ? event.created : event.time);
  const isImmediate = whenImmediate(event, deps);
  const mailing = mailOrLeave(event, isImmediate, deps);
  const hasPost = await isImmediate.then(
    // There is one hook, however many addresses share the mails.
    (isWithin) => isWithin(WHOLE_BUDGET),
    () => false,
  );
  // A mail may take minutes. If the mail or the post fails, the platform brings the event again.
  if (hasPost) await deps.atMost(HOOK_WAITS_MS, mailing);
  const all = [mailing, ...(hasPost ? [postEvent(event, deps)] : [])];
  for (const done of await Promise.allSettled(all))
    if (done.status === 'rejected') throw done.reason;
}

async function mailOrLeave(
  event: LeadEvent,
  isImmediate: Promise<IsImmediate>,
  deps: AlertDeps,
): Promise<void> {
  try {
    if ((await isImmediate)(deps.budget))
      await mailOnce([await judged(event, deps)], undefined, deps);
    else await leave(event, deps);
  } catch (error) {
    // It has a mark that `mailUnsent` will find.
    if (reasonOf(error) === 'refused') return;
    if (deps.now() - event.time < GIVE_UP_AFTER_MS) throw error;
    await leave(event, deps);
    const what = `The ${event.kind} of request ${event.id} could not be mailed for an hour.`;
    deps.logError(`${what} It is tried again every full hour.`, error);
  }
}

/**
 * Whether the event's request is one of the first of its clock hour, and of 24 hours, that this budget has mails for at
 * once.
 */
type IsImmediate = (budget: MailBudget) => boolean;

async function whenImmediate(event: LeadEvent, deps: AlertDeps): Promise<IsImmediate> {
  const { created } = event;
  // A stranger may save up the pictures of many days, of which each hour had its share.
  if (event.time - created >= HOUR_MS) return () => false;
  const { atOncePerHour, atOncePerDay } = WHOLE_BUDGET;
  const hour = created - (created % HOUR_MS);
  const ofHour = await deps.countUntil(event, hour, atOncePerHour + 1);
  if (ofHour > atOncePerHour) return () => false;
  const ofDay = await deps.countUntil(event, created - DAY_MS, atOncePerDay + 1);
  return (budget) => ofHour <= budget.atOncePerHour && ofDay <= budget.atOncePerDay;
}

const leave = (event: LeadEvent, deps: AlertDeps) =>
  deps.mark([event], (before) => before ?? { state: 'waiting', since: deps.now() });

/**
 * Sends one message about those of the events that are sendable. Rejects if the message could not be sent or the
 * `sent` mark could not be written, and if another run is mailing one of the events. The message goes out a second
 * time only if no mark says that the mail server has accepted it, because the server's answer was lost, the run died, or
 * writing the mark failed. The second message has the same message id.
 *
 * `waiting`: so many other requests wait for a later mail, which the message says.
 */
export async function mailOnce(
  events: readonly JudgedEvent[],
  digest: string | undefined,
  deps: AlertDeps,
  waiting = 0,
): Promise<void> {
  const { mark, send, now } = deps;
  const background = await backgroundOf(events, digest, waiting, deps);
  const since = now();
  const before = await mark(events, (stored) =>
    isSendable(stored, since, digest) ? claimOf(stored, since, digest) : stored!,
  );
  const claimed = events.filter((_, index) => isSendable(before[index], since, digest));
  if (claimed.length > 0) {
    const marksOfClaimed = before.filter((stored) => isSendable(stored, since, digest));
    // The server may have it already, if an earlier run has sent it.
    const isAgain = marksOfClaimed.some(
      (stored) => stored?.state === 'sending' && stored.digest === digest,
    );
    try {
      await send(composed(claimed, digest, { ...background, isAgain }));
    } catch (error) {
      // Ends the claim, so that the next try need not wait for it to run out. If writing this mark fails, too,
      // the next try waits.
      await mark(claimed, (stored, index) =>
        stored?.since === since ? releasedMark(stored, marksOfClaimed[index], error) : stored!,
      ).catch(() => {});
      throw error;
    }
    await mark(claimed, (stored) => sentMark(stored ?? claimOf(undefined, since, digest), now()));
  }
  // An event in another digest does not count: `mailUnsent` takes care of that digest.
  const busyIndex = before.findIndex(
    (stored) => stageOf(stored, since) === 'claimed' && stored?.digest === digest,
  );
  if (busyIndex >= 0)
    throw new AnotherRun(`Another run is mailing request ${events[busyIndex]!.id}.`);
}

/**
 * Sends the words that are owed, in the event's own message. A try counts from its beginning. Where the server takes no
 * message now, or has wanted this one later for less than three hours, the try is taken back and this rejects.
 */
export async function mailWords(event: JudgedEvent, deps: AlertDeps): Promise<void> {
  const { mark, now } = deps;
  const background = await backgroundOf([event], undefined, 0, deps);
  const then = now();
  const [before] = await mark([event], (stored) => {
    if (!isDue(stored, then)) return stored!;
    const { due: _, ...rest } = stored!;
    return { ...rest, ...afterAlone((rest.alone ?? 0) + 1, then) };
  });
  if (!isDue(before, then)) return;
  try {
    await deps.send(messageOf(event, { ...background, isAgain: false }));
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined || reason === 'refused' || reason === 'tooLarge') return;
    const deferred = before!.deferred ?? then;
    if (reason === 'deferred' && isPutOff(deferred, then)) return;
    await mark([event], () => ({ ...before!, ...(reason === 'deferred' && { deferred }) }));
    throw error;
  }
  await mark([event], () => ({ state: 'sent', since: now() }));
}

export async function judged(event: LeadEvent, deps: AlertDeps): Promise<JudgedEvent> {
  return { ...event, suspicion: suspicionOf(event.fields, await deps.ticket(event.id)) };
}

function composed(
  events: readonly JudgedEvent[],
  digest: string | undefined,
  background: Background,
): Message {
  if (digest === undefined) return messageOf(events[0]!, background);
  return isWordless(digest)
    ? numbersOf(events, digest, background)
    : digestOf(events, digest, background);
}

/**
 * The mark after a message that was not accepted, or perhaps not. What stood before stays, unless the answer is about
 * these words: a message of its own that is refused is counted, and a digest that is refused or too large gives its
 * events back.
 */
function releasedMark(claim: Mark, before: Mark | undefined, error: unknown): Mark {
  const { since } = claim;
  const reason = reasonOf(error);
  if (reason === undefined) return { ...claim, since: since - CLAIM_MS };
  const isOfWords = !isWordless(claim.digest);
  if (reason === 'refused' && claim.digest === undefined)
    return { state: 'refused', since, alone: (before?.alone ?? 0) + 1 };
  if (before === undefined) return { state: 'waiting', since };
  // A digest that is refused now was hardly accepted when its answer was lost: its events may go elsewhere.
  if ((reason === 'refused' || reason === 'tooLarge') && isOfWords) {
    const { digest: _, ...rest } = before;
    return { ...rest, state: 'waiting' };
  }
  return before;
}

async function backgroundOf(
  events: readonly LeadEvent[],
  digest: string | undefined,
  waiting: number,
  deps: AlertDeps,
): Promise<Omit<Background, 'isAgain'>> {
  // A digest has none, because mail servers limit the size of a message.
  const names = digest === undefined ? events.flatMap(thumbnailsOf) : [];
  const [serviceTypes, thumbnails] = await Promise.all([
    deps.serviceTypes(),
    Promise.all(names.map((name) => deps.thumbnail(name))),
  ]);
  return {
    serviceTypes,
    thumbnails: new Map(
      thumbnails.flatMap((thumbnail, index) => (thumbnail ? [[names[index]!, thumbnail]] : [])),
    ),
    messageIdHost: deps.messageIdHost,
    ownerPage: deps.ownerPage,
    now: deps.now(),
    waiting,
  };
}

/** The names of the thumbnails that are in the request's own folder: a stranger may have named any other file. */
function thumbnailsOf({ id, kind, fields }: LeadEvent): string[] {
  if (kind === 'text') return [];
  const names = listOf(fields['files']).map((file) => oneLine(fieldsOf(file)['thumbRef']));
  return names.filter((name) => name.startsWith(`requests/${id}/`)).slice(0, MAX_THUMBNAILS);
}
