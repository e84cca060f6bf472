/**
 * What the owner is mailed of a request, each once: its text when it is created, the links to its pictures
 * when they are attached. Nothing of Firebase or of mail is in here: `npm start` runs it, too.
 */
import {
  digestOf,
  isSuspect,
  listOf,
  messageOf,
  type Background,
  type LeadEvent,
  type Message,
} from './messages.js';

type Fields = Record<string, unknown>;

/** How far an event is. */
export interface Mark {
  /** `waiting`: the mail server has not accepted it. `sending`: it may have. */
  state: 'waiting' | 'sending' | 'sent';
  /** Milliseconds since 1970. */
  since: number;
  /** The digest that it is in; left out where it has a message of its own. */
  digest?: string;
}

export interface AlertDeps {
  /** Puts another mark in the place of each event's, all of them or none; resolves with those before. */
  mark(
    events: readonly LeadEvent[],
    next: (before: Mark | undefined) => Mark,
  ): Promise<(Mark | undefined)[]>;
  /** Resolves when the mail server has accepted it. Rejects with `NotAccepted` where it surely has not. */
  send(message: Message): Promise<void>;
  /** `services_types` of the configuration. */
  serviceTypes(): Promise<unknown>;
  /** The upload ticket of a request, `uploads/{id}`. */
  ticket(id: string): Promise<unknown>;
  /** How many requests of the event's clock hour were created before its request, with that: 1 and up. */
  placeInHour(event: LeadEvent): Promise<number>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Says that an event's own run does not try again; `mailUnsent` does. */
  giveUp(event: LeadEvent, error: unknown): void;
  /** What message ids end with. */
  host: string;
}

/** A request with what is known of its mail. */
export interface StoredRequest {
  id: string;
  fields: Fields;
  /** Milliseconds since 1970. */
  created: number;
  marks: Partial<Record<LeadEvent['kind'], Mark>>;
}

export interface UnsentDeps extends AlertDeps {
  /** When this was first asked, milliseconds since 1970: what is older is not mailed. */
  startedAt(): Promise<number>;
  /** Those that were created then or later, oldest first. */
  requestsFrom(time: number): Promise<StoredRequest[]>;
}

/** The mail server has surely not accepted a message. */
export class NotAccepted extends Error {
  override name = 'NotAccepted';
  /** `isRefused`: it has read this very message, and refuses it. */
  constructor(
    message: string,
    readonly isRefused: boolean,
  ) {
    super(message);
  }
}

/** For so long a run has an event to itself; longer than a mail may take (mail.ts). */
const CLAIM_MS = 2 * 60_000;
/** After that `mailUnsent` has it, and the log an error on which docs/deploy.md sets an alert. */
const GIVE_UP_AFTER_MS = 3_600_000;
/** So many requests of an hour are mailed at once; the rest of that hour is one digest. */
const MOST_IN_HOUR = 20;
/** Events. */
const DIGEST_SIZE = 50;

/** What a change of `requests/{id}` has to tell; `before` is undefined where it was created. */
export function eventOf(
  id: string,
  { before, after, time }: { before: Fields | undefined; after: Fields; time: number },
): LeadEvent | undefined {
  // An id that firestore.rules would not take is not a visitor's.
  if (!/^\d{10}$/.test(id)) return undefined;
  const isAttached = listOf(before?.['files']).length === 0 && listOf(after['files']).length > 0;
  const kind = before === undefined ? 'text' : isAttached ? 'pictures' : undefined;
  return kind && { id, kind, fields: after, time };
}

/**
 * Mails an event once, however often it arrives. Rejects where it has to arrive again: mail or database
 * failed, or another run is at it. What comes later than the first of an hour is left to `mailUnsent`.
 */
export async function alertOwner(event: LeadEvent, deps: AlertDeps): Promise<void> {
  try {
    if ((await deps.placeInHour(event)) > MOST_IN_HOUR) return;
    await mailOnce([event], undefined, deps);
  } catch (error) {
    if (deps.now() - event.time < GIVE_UP_AFTER_MS) throw error;
    deps.giveUp(event, error);
  }
}

/**
 * Mails what has no `sent` mark of the requests of so many days: what was left for a digest or given up, and
 * what never arrived as an event. Tries all of it; rejects at its end with the first error.
 */
export async function mailUnsent(days: number, deps: UnsentDeps): Promise<void> {
  const from = Math.max(await deps.startedAt(), deps.now() - days * 86_400_000);
  const errors: unknown[] = [];
  const attempt = async (events: LeadEvent[], digest?: string) => {
    try {
      await mailOnce(events, digest, deps);
    } catch (error) {
      // One text that a mail server does not like must not hold up the others.
      if (events.length > 1 && error instanceof NotAccepted && error.isRefused) {
        for (const event of events) await attempt([event]);
      } else errors.push(error);
    }
  };
  for (const [digest, events] of messagesOf(await deps.requestsFrom(from), deps.now())) {
    await (digest === undefined ? attempt(events) : attempt(events, digest));
  }
  if (errors.length > 0) throw errors[0];
}

/** What is to be mailed together, with the name of its digest: what may have been accepted goes as it went. */
function messagesOf(
  requests: readonly StoredRequest[],
  now: number,
): [digest: string | undefined, events: LeadEvent[]][] {
  const alone: LeadEvent[] = [];
  const fresh: LeadEvent[] = [];
  const digests = new Map<string, LeadEvent[]>();
  for (const { id, fields, created, marks } of requests) {
    const text = eventOf(id, { before: undefined, after: fields, time: created });
    const pictures = eventOf(id, { before: {}, after: fields, time: created });
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
  // Those that tell most first.
  return [...digests, ...alone.map((event): [undefined, LeadEvent[]] => [undefined, [event]])];
}

/** Whether a message, that of a digest or an event's own, may be sent of an event with this mark. */
function isFree(mark: Mark | undefined, now: number, digest: string | undefined): boolean {
  if (mark === undefined || mark.state === 'waiting') return true;
  // What may have been accepted goes again only as the very same message.
  return mark.state === 'sending' && now - mark.since >= CLAIM_MS && mark.digest === digest;
}

/**
 * Sends one message of those events that are free. Rejects when it was not accepted and marked so, and while
 * another run is mailing one of them. A second message goes out only where the mail server's acceptance was not
 * marked: its answer was lost, the run died, or the mark failed. It has the same message id.
 */
async function mailOnce(
  events: readonly LeadEvent[],
  digest: string | undefined,
  deps: AlertDeps,
): Promise<void> {
  const { mark, send, now } = deps;
  const background = await backgroundOf(events, deps);
  const since = now();
  const claim: Mark = { state: 'sending', since, ...(digest !== undefined && { digest }) };
  const befores = await mark(events, (before) =>
    before && !isFree(before, since, digest) ? before : claim,
  );
  const isOurs = (_: LeadEvent, index: number) => isFree(befores[index], since, digest);
  const ours = events.filter(isOurs);
  const [first] = ours;
  if (first) {
    const message =
      digest === undefined ? messageOf(first, background) : digestOf(ours, digest, background);
    try {
      await send(message);
    } catch (error) {
      // An earlier run may have got it accepted all the same.
      const wasSending = befores.some((before) => before?.state === 'sending');
      // The next try need not wait until the claim has run out; where this fails, it does.
      const over: Mark =
        error instanceof NotAccepted && !wasSending
          ? { state: 'waiting', since }
          : { ...claim, since: since - CLAIM_MS };
      await mark(ours, (stored = claim) => (stored.since === since ? over : stored)).catch(
        () => {},
      );
      throw error;
    }
    await mark(ours, () => ({ state: 'sent', since: now() }));
  }
  const busy = befores.findIndex(
    // What is in a digest is mailUnsent's, whatever becomes of it.
    (before) =>
      !isFree(before, since, digest) && before?.state === 'sending' && before.digest === digest,
  );
  if (busy >= 0) throw new Error(`Another run is mailing request ${events[busy]!.id}.`);
}

async function backgroundOf(events: readonly LeadEvent[], deps: AlertDeps): Promise<Background> {
  const hasText = events.some(({ kind }) => kind === 'text');
  const ids = [...new Set(events.map(({ id }) => id))];
  const [serviceTypes, tickets] = await Promise.all([
    hasText ? deps.serviceTypes() : [],
    Promise.all(ids.map((id) => deps.ticket(id))),
  ]);
  const suspects = new Set(ids.filter((_, index) => isSuspect(tickets[index])));
  return { serviceTypes, suspects, host: deps.host };
}
