/**
 * Mails the owner about each request: once with its text when it is created, and once with the links to its
 * pictures when they are attached. What cannot be mailed now is marked, and `mailUnsent` sends it (unsentLeads.ts).
 * This file uses neither Firebase nor SMTP, because `npm start` runs it, too.
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
import { CLAIM_MS, isClaimed, isSendable, isWordless, type Mark } from './marks.js';

export interface AlertDeps extends PostDeps {
  /**
   * Resolves when the mail server has accepted the message. Rejects with `NotAccepted` if it has certainly not
   * accepted it, and with another error if it may have.
   */
  send(message: Message): Promise<void>;
  /** `services_types` of the configuration. */
  serviceTypes(): Promise<unknown>;
  /** The fields of a request's upload ticket, `uploads/{id}`. */
  ticket(id: string): Promise<unknown>;
  /** The stored thumbnail of this name. Undefined if it cannot be had soon: no mail waits for a picture. */
  thumbnail(name: string): Promise<Thumbnail | undefined>;
  /** How many requests were created from this time on until the event's, with it: `most` or fewer. */
  countUntil(event: LeadEvent, from: EpochMs, most: number): Promise<number>;
  /**
   * Records that requests created from this time on are mailed by these functions. Resolves with the earliest time
   * that was ever recorded.
   */
  startedBy(time: EpochMs): Promise<EpochMs>;
  budget: MailBudget;
  /** The part after the `@` of message ids. */
  host: string;
  /** The address of the owner's page. */
  ownerPage: string;
}

/** The mail server has certainly not accepted a message. */
export class NotAccepted extends Error {
  override name = 'NotAccepted';
  /**
   * `refused`: the server has read this message and refuses it for good. `later`: it takes none of ours now, because
   * it cannot be reached, wants another password or has its fill. `unknown`: it may take another message.
   */
  constructor(
    message: string,
    readonly reason: 'refused' | 'later' | 'unknown',
  ) {
    super(message);
  }
}

export const isRefusal = (error: unknown): boolean =>
  error instanceof NotAccepted && error.reason === 'refused';

/** Another run is mailing an event, and will mark it. */
class AnotherRun extends Error {
  override name = 'AnotherRun';
}

const DAY_MS = 24 * HOUR_MS;
/** After this time the event's own run stops trying, and leaves the event to `mailUnsent`. */
const GIVE_UP_AFTER_MS = HOUR_MS;
/** A request of the site has at most two pictures. */
const MAX_THUMBNAILS = 2;

export interface Change {
  /** Undefined when the request was created. */
  before: Fields | undefined;
  after: Fields;
  /** When the change happened. */
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
 * Mails an event once, even if the platform delivers it several times. Rejects if the platform has to deliver it
 * again: the mail server or the database failed, or another run is mailing the event. The event is left to
 * `mailUnsent` if there are too many, if the server refuses it, and after an hour without success.
 */
export async function alertOwner(event: LeadEvent, deps: AlertDeps): Promise<void> {
  // Before anything that can fail: what is older is not looked for. Pictures may belong to a request from before
  // these functions, whose contemporaries must not be mailed now.
  await deps.startedBy(event.kind === 'text' ? event.created : event.time);
  let hasPost = false;
  try {
    const isImmediate = await whenImmediate(event, deps);
    // There is one hook, however many addresses share the mails.
    hasPost = isImmediate(WHOLE_BUDGET);
    if (isImmediate(deps.budget)) await mailOnce([await judged(event, deps)], undefined, deps);
    else await leave(event, deps);
  } catch (error) {
    // It has a mark that `mailUnsent` will find.
    if (isRefusal(error)) return;
    if (deps.now() - event.time < GIVE_UP_AFTER_MS) throw error;
    await leave(event, deps);
    const what = `The ${event.kind} of request ${event.id} could not be mailed for an hour.`;
    deps.logError(`${what} It is tried again every full hour.`, error);
  } finally {
    // Behind the mail, which never waits for it. What it rejects with brings the event again, too.
    if (hasPost) await postEvent(event, deps);
  }
}

/** Whether the event is one of the first of its hour, and of 24 hours, that this budget has mails for at once. */
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
  const claim: Mark = { state: 'sending', since, ...(digest !== undefined && { digest }) };
  const marksBefore = await mark(events, (before) => {
    if (before && !isSendable(before, since, digest)) return before;
    const isSame = before?.state === 'sending' && before.digest === digest;
    return isSame && before.lost !== undefined ? { ...claim, lost: before.lost } : claim;
  });
  const claimed = events.filter((_, index) => isSendable(marksBefore[index], since, digest));
  if (claimed.length > 0) {
    try {
      await send(composed(claimed, digest, background));
    } catch (error) {
      // If an earlier run was sending the message, the server may have accepted it then.
      const wasSending = marksBefore.some((before) => before?.state === 'sending');
      // Ends the claim, so that the next try need not wait for it to run out. If writing this mark fails, too,
      // the next try waits.
      await mark(claimed, (stored = claim) =>
        stored.since === since ? releasedMark(stored, error, wasSending) : stored,
      ).catch(() => {});
      throw error;
    }
    const kept = isWordless(digest) && { digest: digest! };
    await mark(claimed, () => ({ state: 'sent', since: now(), ...kept }));
  }
  // An event in another digest does not count: `mailUnsent` takes care of that digest.
  const busyIndex = marksBefore.findIndex(
    (before) => isClaimed(before, since) && before?.digest === digest,
  );
  if (busyIndex >= 0)
    throw new AnotherRun(`Another run is mailing request ${events[busyIndex]!.id}.`);
}

/** Reads the request's upload ticket. */
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

/** The mark after a message that was not accepted, or perhaps not. */
function releasedMark(claim: Mark, error: unknown, wasSending: boolean): Mark {
  const { since } = claim;
  const isOver: Mark = { ...claim, since: since - CLAIM_MS };
  if (!(error instanceof NotAccepted)) return { ...isOver, lost: (claim.lost ?? 0) + 1 };
  // A message that the server refuses for good was hardly accepted when its answer was lost.
  if (error.reason === 'refused') return { state: 'refused', since };
  return wasSending ? isOver : { state: 'waiting', since };
}

async function backgroundOf(
  events: readonly LeadEvent[],
  digest: string | undefined,
  waiting: number,
  deps: AlertDeps,
): Promise<Background> {
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
    host: deps.host,
    ownerPage: deps.ownerPage,
    now: deps.now(),
    waiting,
  };
}

/** The names of the thumbnails, if they are the request's own. */
function thumbnailsOf({ id, kind, fields }: LeadEvent): string[] {
  if (kind === 'text') return [];
  const names = listOf(fields['files']).map((file) => oneLine(fieldsOf(file)['thumbRef']));
  return names.filter((name) => name.startsWith(`requests/${id}/`)).slice(0, MAX_THUMBNAILS);
}
