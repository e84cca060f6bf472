/**
 * Mails the owner about each request: once with its text when it is created, and once with the links to its
 * pictures when they are attached. This file uses neither Firebase nor SMTP, because `npm start` runs it, too.
 */
import { HOUR_MS, type EpochMs } from './clock.js';
import { fieldsOf, listOf, oneLine, type Fields } from './leadFields.js';
import {
  digestOf,
  isSuspect,
  messageOf,
  type Background,
  type LeadEvent,
  type Message,
  type Thumbnail,
} from './mailTexts.js';

/** Records how far an event has been mailed. */
export interface Mark {
  /**
   * `waiting`: the mail server has not accepted the message. `sending`: it may have accepted it. `sent`: it has.
   */
  state: 'waiting' | 'sending' | 'sent';
  since: EpochMs;
  /** The name of the digest that the event is in. Left out if the event has a message of its own. */
  digest?: string;
}

export interface AlertDeps {
  /** Replaces the mark of every event by `next`'s result, all or none. Resolves with the previous marks. */
  mark(
    events: readonly LeadEvent[],
    next: (before: Mark | undefined) => Mark,
  ): Promise<(Mark | undefined)[]>;
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
  /**
   * The position of the event's request among the requests created in the same clock hour: 1 for the first of
   * them.
   */
  positionInHour(event: LeadEvent): Promise<number>;
  /**
   * Records that requests created from this time on are mailed by these functions. Resolves with the earliest time
   * that was ever recorded.
   */
  startedBy(time: EpochMs): Promise<EpochMs>;
  now(): EpochMs;
  logError(text: string, error: unknown): void;
  /** The part after the `@` of message ids. */
  host: string;
}

/** A request with the marks of its mails. */
export interface StoredRequest {
  id: string;
  fields: Fields;
  created: EpochMs;
  marks: Partial<Record<LeadEvent['kind'], Mark>>;
}

export interface UnsentDeps extends AlertDeps {
  /** The requests created at this time or later, oldest first. */
  requestsFrom(time: number): Promise<StoredRequest[]>;
}

/** The mail server has certainly not accepted a message. */
export class NotAccepted extends Error {
  override name = 'NotAccepted';
  /** `isRefused`: the server has read this message and refuses it for good. */
  constructor(
    message: string,
    readonly isRefused: boolean,
  ) {
    super(message);
  }
}

/** Another run is mailing an event, and will mark it. */
class AnotherRun extends Error {
  override name = 'AnotherRun';
}

/**
 * While this time lasts, only the run that claimed an event may mail it. It is longer than sending a mail can
 * take (see the timeouts in smtp.ts).
 */
const CLAIM_MS = 2 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * After this time the event's own run stops trying and `mailUnsent` takes over. The log then has an error, for
 * which docs/deploy.md sets up an alert.
 */
const GIVE_UP_AFTER_MS = HOUR_MS;
/** `mailUnsent` runs every hour for requests of this age. A mail server is rarely down for longer. */
export const HOURLY_DAYS = 3;
/**
 * It runs every day for requests of this age. In all these days pictures may still be attached, and the platform may
 * have dropped the event that reports them.
 */
export const DAILY_DAYS = 31;
/** The first so many requests of an hour are mailed immediately. The rest of the hour goes into a digest. */
const MAX_IMMEDIATE_PER_HOUR = 20;
/** A request of the site has at most two pictures. */
const MAX_THUMBNAILS = 2;
/** The most events in one digest. */
const DIGEST_SIZE = 50;

export interface Change {
  /** Undefined when the request was created. */
  before: Fields | undefined;
  after: Fields;
  /** When the change happened. */
  time: EpochMs;
  created: EpochMs;
}

/** The event to mail after a change of `requests/{id}`; undefined if the owner need not know. */
export function eventOf(
  id: string,
  { before, after, time, created }: Change,
): LeadEvent | undefined {
  // firestore.rules accept no other id, so a document with another id was not written by a visitor.
  if (!/^\d{10}$/.test(id)) return undefined;
  const isAttached = listOf(before?.['files']).length === 0 && listOf(after['files']).length > 0;
  if (before === undefined) return { id, kind: 'text', fields: after, time, created };
  return isAttached ? { id, kind: 'pictures', fields: after, time, created } : undefined;
}

/**
 * Mails an event once, even if the platform delivers it several times. Rejects if the platform has to deliver it
 * again: the mail server or the database failed, or another run is mailing the event. After the first 20 requests
 * of an hour, the event is left to `mailUnsent`.
 */
export async function alertOwner(event: LeadEvent, deps: AlertDeps): Promise<void> {
  // Before anything that can fail: `mailUnsent` leaves out what is older. Pictures may belong to a request from
  // before these functions, whose contemporaries must not be mailed now.
  const startedAt = await deps.startedBy(event.kind === 'text' ? event.created : event.time);
  try {
    if ((await deps.positionInHour(event)) > MAX_IMMEDIATE_PER_HOUR) return;
    await mailOnce([event], undefined, deps);
  } catch (error) {
    if (deps.now() - event.time < GIVE_UP_AFTER_MS) throw error;
    const what = `The ${event.kind} of request ${event.id} could not be mailed for an hour.`;
    deps.logError(`${what} ${whatIsNext(event.created, startedAt, deps.now())}`, error);
  }
}

/** Says, for the log, whether `mailUnsent` tries again to mail a request that was created at this time. */
function whatIsNext(created: number, startedAt: number, now: number): string {
  const age = now - created;
  // One day less, because the next daily run comes up to a day later.
  if (created < startedAt || age > (DAILY_DAYS - 1) * DAY_MS)
    return 'Nobody tries again. Read it in the database, or run: npm run requests:export';
  const day = (days: number) => new Date(created + days * DAY_MS).toISOString().slice(0, 10);
  const daily = `once a day until ${day(DAILY_DAYS)}`;
  const hourly = `every full hour until ${day(HOURLY_DAYS)}, then `;
  return `Tried again ${age > HOURLY_DAYS * DAY_MS ? '' : hourly}${daily}.`;
}

/**
 * Mails every event without a `sent` mark, for the requests of the last so many days: events left for a digest,
 * events whose own run gave up, and events that the platform never delivered. Tries all of them, then rejects
 * with the first error, if there was one.
 */
export async function mailUnsent(days: number, deps: UnsentDeps): Promise<void> {
  const now = deps.now();
  // The first run of all looks an hour back: the platform may have dropped the event of the first request.
  const startedAt = await deps.startedBy(now - HOUR_MS);
  const errors: unknown[] = [];
  /** The numbers of the requests that were not mailed, by what is next for them. */
  const unsent = new Map<string, Set<string>>();
  const attempt = async (events: LeadEvent[], digest?: string) => {
    try {
      await mailOnce(events, digest, deps);
    } catch (error) {
      // One message that the mail server refuses must not hold up the others.
      if (events.length > 1 && error instanceof NotAccepted && error.isRefused) {
        for (const event of events) await attempt([event]);
        return;
      }
      errors.push(error);
      if (error instanceof AnotherRun) return;
      for (const { id, created } of events) {
        const next = whatIsNext(created, startedAt, now);
        unsent.set(next, (unsent.get(next) ?? new Set()).add(id));
      }
    }
  };
  const requests = await deps.requestsFrom(Math.max(startedAt, now - days * DAY_MS));
  for (const [digest, events] of groupsToMail(requests, now)) {
    await (digest === undefined ? attempt(events) : attempt(events, digest));
  }
  for (const [next, ids] of unsent)
    deps.logError(`Requests ${[...ids].join(', ')} could not be mailed. ${next}`, errors[0]);
  if (errors.length > 0) throw errors[0];
}

/**
 * The events to mail, grouped by message. A group with a digest name is one digest; without a name it is one event
 * with a message of its own. An event that may already have been accepted stays in the same message as before.
 */
function groupsToMail(
  requests: readonly StoredRequest[],
  now: number,
): [digest: string | undefined, events: LeadEvent[]][] {
  const alone: LeadEvent[] = [];
  const fresh: LeadEvent[] = [];
  const digests = new Map<string, LeadEvent[]>();
  for (const { id, fields, created, marks } of requests) {
    const text = eventOf(id, { before: undefined, after: fields, time: created, created });
    const pictures = eventOf(id, { before: {}, after: fields, time: created, created });
    for (const event of [text, pictures]) {
      const mark = event && marks[event.kind];
      if (!event || mark?.state === 'sent') continue;
      if (mark?.state !== 'sending') fresh.push(event);
      else if (mark.digest === undefined) alone.push(event);
      else digests.set(mark.digest, [...(digests.get(mark.digest) ?? []), event]);
    }
  }
  for (let start = 0; start < fresh.length; start += DIGEST_SIZE) {
    const some = fresh.slice(start, start + DIGEST_SIZE);
    const [{ id, kind }] = some as [LeadEvent];
    if (some.length === 1) alone.push(...some);
    else digests.set(`digest-${id}-${kind}-${now}`, some);
  }
  // Digests first, because they report the most requests.
  return [...digests, ...alone.map((event): [undefined, LeadEvent[]] => [undefined, [event]])];
}

/**
 * Whether an event with this mark may be mailed now in this message: the digest, or the event's own message if
 * `digest` is undefined.
 */
function isSendable(mark: Mark | undefined, now: number, digest: string | undefined): boolean {
  if (mark === undefined || mark.state === 'waiting') return true;
  // The mail server may have accepted the message, so the event may only be sent again in the same message.
  return mark.state === 'sending' && now - mark.since >= CLAIM_MS && mark.digest === digest;
}

/**
 * Sends one message about those of the events that are sendable. Rejects if the message could not be sent or the
 * `sent` mark could not be written, and if another run is mailing one of the events. The message goes out a second
 * time only if there is no mark that the mail server accepted it: its answer was lost, the run died, or writing
 * the mark failed. The second message has the same message id.
 */
async function mailOnce(
  events: readonly LeadEvent[],
  digest: string | undefined,
  deps: AlertDeps,
): Promise<void> {
  const { mark, send, now } = deps;
  const background = await backgroundOf(events, digest, deps);
  const since = now();
  const claim: Mark = { state: 'sending', since, ...(digest !== undefined && { digest }) };
  const marksBefore = await mark(events, (before) =>
    before && !isSendable(before, since, digest) ? before : claim,
  );
  const claimed = events.filter((_, index) => isSendable(marksBefore[index], since, digest));
  const [first] = claimed;
  if (first) {
    const message =
      digest === undefined ? messageOf(first, background) : digestOf(claimed, digest, background);
    try {
      await send(message);
    } catch (error) {
      // If an earlier run was sending the message, the server may have accepted it then.
      const wasSending = marksBefore.some((before) => before?.state === 'sending');
      // Ends the claim, so that the next try need not wait for it to run out. If writing this mark fails, too,
      // the next try waits.
      const released: Mark =
        error instanceof NotAccepted && !wasSending
          ? { state: 'waiting', since }
          : { ...claim, since: since - CLAIM_MS };
      await mark(claimed, (stored = claim) => (stored.since === since ? released : stored)).catch(
        () => {},
      );
      throw error;
    }
    await mark(claimed, () => ({ state: 'sent', since: now() }));
  }
  // An event in another digest does not count: `mailUnsent` takes care of that digest.
  const busyIndex = marksBefore.findIndex(
    (before) =>
      !isSendable(before, since, digest) && before?.state === 'sending' && before.digest === digest,
  );
  if (busyIndex >= 0)
    throw new AnotherRun(`Another run is mailing request ${events[busyIndex]!.id}.`);
}

async function backgroundOf(
  events: readonly LeadEvent[],
  digest: string | undefined,
  deps: AlertDeps,
): Promise<Background> {
  const ids = [...new Set(events.map(({ id }) => id))];
  // A digest has none, because mail servers limit the size of a message.
  const names = digest === undefined ? events.flatMap(thumbnailsOf) : [];
  const [serviceTypes, tickets, thumbnails] = await Promise.all([
    deps.serviceTypes(),
    Promise.all(ids.map((id) => deps.ticket(id))),
    Promise.all(names.map((name) => deps.thumbnail(name))),
  ]);
  return {
    serviceTypes,
    suspectIds: new Set(ids.filter((_, index) => isSuspect(tickets[index]))),
    thumbnails: new Map(
      thumbnails.flatMap((thumbnail, index) => (thumbnail ? [[names[index]!, thumbnail]] : [])),
    ),
    host: deps.host,
    now: deps.now(),
  };
}

/** The names of the thumbnails, if they are the request's own. */
function thumbnailsOf({ id, kind, fields }: LeadEvent): string[] {
  if (kind === 'text') return [];
  const names = listOf(fields['files']).map((file) => oneLine(fieldsOf(file)['thumbRef']));
  return names.filter((name) => name.startsWith(`requests/${id}/`)).slice(0, MAX_THUMBNAILS);
}
