/**
 * Mails what the events' own runs have left: what was too much for an hour, what the mail server would not take, and
 * what was cut off. The open marks are the list of it, so a run that is killed has done its part. This file uses
 * neither Firebase nor SMTP.
 */
import type { EpochMs } from './epochTime.js';
import { IN_ITS_OWN_MAIL, shortened, type Fields } from './leadFields.js';
import { isRefusal, judged, mailOnce, NotAccepted, type AlertDeps } from './leadAlerts.js';
import type { JudgedEvent } from './mailTexts.js';
import {
  digestName,
  isClaimed,
  isLost,
  isWordless,
  type Kind,
  type Mark,
  type Marks,
} from './marks.js';

/** A request with an open mark. */
export interface OpenRequest {
  id: string;
  created: EpochMs;
  marks: Marks;
}

export interface UnsentDeps extends AlertDeps {
  /** So many requests with open marks, those first that the order says, behind the given one. */
  openRequests(
    behind: OpenRequest | undefined,
    most: number,
    first: 'newest' | 'oldest',
  ): Promise<OpenRequest[]>;
  /** All requests that have an event in this digest. */
  requestsInDigest(digest: string): Promise<OpenRequest[]>;
  /** How many requests have open marks. */
  countOpen(): Promise<number>;
  /** The fields of these requests, in their order. Undefined for one that is no longer stored. */
  fieldsOf(ids: readonly string[]): Promise<(Fields | undefined)[]>;
  /** Deletes the marks of a request that is no longer stored. */
  forget(id: string): Promise<void>;
  /**
   * Takes one of the mails that `mailUnsent` sends in this clock hour (UTC), unless `most` are taken. Resolves with how
   * many were left: 0 if there was none.
   */
  takeMail(now: EpochMs, most: number): Promise<number>;
}

/**
 * The most mails of a run whose message the server may have accepted before, as a share of the hour's. The rest is for
 * messages that were certainly not accepted.
 */
const REPEATED = 1 / 2;
/** For what has waited longest: else a small steady stream of newer requests hides it for days. Rounded up. */
const FOR_OLDEST = 1 / 5;
/** The most events in one digest. */
export const DIGEST_SIZE = 200;
/** Marks are small. */
const MARKS_AT_ONCE = 300;
/** A document of Firestore has at most 1 MiB, and older rules may have let such requests in. */
const REQUESTS_AT_ONCE = 10;
/**
 * Milliseconds. The platform ends a run after 540 s, and two looks for missed events come before; the last message has
 * time to be sent and marked.
 */
const STOP_AFTER = 220_000;

/** What a run has found and done so far. */
interface Run {
  deps: UnsentDeps;
  startedAt: EpochMs;
  /** Mails of the hour that are not for these events. */
  kept: number;
  /** Are to be judged. */
  waiting: Chosen[];
  /** Wait for the next digest. */
  honest: JudgedEvent[];
  /** Wait for a digest of their own: a program that takes it for spam takes no other lead with it. */
  suspect: JudgedEvent[];
  /** Were refused or lost before, and wait for the next digest without words. */
  refused: Chosen[];
  /** The messages that were sent again. */
  repeated: Set<string>;
  /** The numbers of the requests that could not be mailed. */
  failed: Set<string>;
  errors: unknown[];
  /** The mails for these events are used up. */
  isUsedUp: boolean;
  /** Nothing more is sent: the server takes nothing, or the time is up. */
  isOver: boolean;
}

/** One event of a request. */
interface Chosen {
  request: OpenRequest;
  kind: Kind;
}

/**
 * Mails the events with open marks, the newest first, then the oldest, for as long as this hour has mails. A message
 * that may have been accepted is sent again as it was, a digest with all of its events. Tries what could succeed, then
 * rejects with the first error, if there was one.
 */
export async function mailUnsent(deps: UnsentDeps): Promise<void> {
  const run: Run = {
    deps,
    startedAt: deps.now(),
    kept: 0,
    waiting: [],
    honest: [],
    suspect: [],
    refused: [],
    repeated: new Set(),
    failed: new Set(),
    errors: [],
    isUsedUp: false,
    isOver: false,
  };
  await mailFrom(run, 'newest', Math.ceil(deps.budget.leftPerHour * FOR_OLDEST));
  await mailFrom(run, 'oldest', 0);
  const { errors, failed } = run;
  if (errors.length === 0) return;
  deps.logError(
    `Requests ${[...failed].join(', ')} could not be mailed. They are tried again every full hour.`,
    errors[0],
  );
  throw errors[0];
}

async function mailFrom(run: Run, first: 'newest' | 'oldest', kept: number): Promise<void> {
  Object.assign(run, { kept, isUsedUp: false });
  for await (const chosen of openEvents(run, first)) {
    await take(run, chosen);
    if (run.isOver || run.isUsedUp) break;
  }
  // One mail may be spared for them.
  run.isUsedUp &&= run.honest.length === 0;
  await judgeWaiting(run, 1);
  await sendRefused(run);
}

async function* openEvents({ deps }: Run, first: 'newest' | 'oldest'): AsyncGenerator<Chosen> {
  for await (const page of openPages(deps, first)) yield* page.flatMap(openIn);
}

/** With a cursor that lives as long as the run: marks that change meanwhile are behind it. */
async function* openPages(
  { openRequests }: Pick<UnsentDeps, 'openRequests'>,
  first: 'newest' | 'oldest',
): AsyncGenerator<OpenRequest[]> {
  let page: OpenRequest[] = [];
  do {
    page = await openRequests(page.at(-1), MARKS_AT_ONCE, first);
    yield page;
  } while (page.length === MARKS_AT_ONCE);
}

const openIn = (request: OpenRequest): Chosen[] =>
  KINDS.filter((kind) => (request.marks[kind]?.state ?? 'sent') !== 'sent').map((kind) => ({
    request,
    kind,
  }));

/**
 * Of what one that was taken out was still owed, marks as waiting, for the first of these addresses, what none of them has
 * a mark of: nobody would hear of it. Marks of that one stay as they are, so that a run that is killed can begin anew.
 */
export async function handOver(
  left: Pick<UnsentDeps, 'openRequests'>,
  addresses: readonly Pick<UnsentDeps, 'mark' | 'marksOf' | 'now'>[],
): Promise<void> {
  const { mark, now } = addresses[0]!;
  for await (const page of openPages(left, 'oldest')) {
    const ids = page.map(({ id }) => id);
    const marks = await Promise.all(addresses.map(({ marksOf }) => marksOf(ids)));
    const unheard = page.flatMap((request, index) =>
      openIn(request)
        .filter(({ kind }) => marks.every((own) => own[index]?.[kind] === undefined))
        .map(({ kind }) => ({ id: request.id, kind, created: request.created })),
    );
    if (unheard.length > 0)
      await mark(unheard, (before) => before ?? { state: 'waiting', since: now() });
  }
}

async function take(run: Run, chosen: Chosen): Promise<void> {
  const mark = markOf(chosen);
  // Its own run is at it, or was cut off a moment ago; or this run could not mail it.
  if (isClaimed(mark, run.startedAt) || run.failed.has(chosen.request.id)) return;
  if (mark.state === 'waiting') {
    if (run.waiting.push(chosen) === DIGEST_SIZE) await judgeWaiting(run, DIGEST_SIZE);
  } else if (mark.state === 'refused' || isLost(mark)) {
    if (run.refused.push(chosen) === DIGEST_SIZE) await sendRefused(run);
  } else await repeat(run, chosen, mark.digest);
}

async function repeat(run: Run, chosen: Chosen, digest: string | undefined): Promise<void> {
  const message = digest ?? `${chosen.request.id}-${chosen.kind}`;
  if (run.repeated.size >= run.deps.budget.leftPerHour * REPEATED || run.repeated.has(message))
    return;
  run.repeated.add(message);
  const some = digest === undefined ? [chosen] : await eventsInDigest(run, digest);
  await send(run, await stored(run, some), digest, false, 0);
}

/** Tells the suspicious ones from the others, and sends a message of each kind of which there are at least so many. */
async function judgeWaiting(run: Run, least: number): Promise<void> {
  const { honest, suspect } = run;
  for (const event of await stored(run, run.waiting.splice(0)))
    (event.suspicion ? suspect : honest).push(event);
  const next = (list: JudgedEvent[]) => list.splice(0, DIGEST_SIZE);
  while (honest.length >= least) await sendNew(run, next(honest), true);
  // A flood of suspicious ones must not use up the mails before the few others among them have theirs.
  const spared = honest.length > 0 ? 1 : 0;
  while (suspect.length >= least) await sendNew(run, next(suspect), true, spared);
}

const sendRefused = async (run: Run) =>
  sendNew(run, await stored(run, run.refused.splice(0)), false);

async function sendNew(
  run: Run,
  some: JudgedEvent[],
  withWords: boolean,
  spared = 0,
): Promise<void> {
  const events = some.toSorted((a, b) => a.created - b.created || a.id.localeCompare(b.id));
  const [first] = events;
  if (first === undefined) return;
  const isAlone = events.length === 1 && withWords;
  const digest = isAlone ? undefined : digestName(first, run.startedAt, withWords);
  await send(run, events, digest, true, spared);
}

async function eventsInDigest({ deps }: Run, digest: string): Promise<Chosen[]> {
  const requests = await deps.requestsInDigest(digest);
  return requests.flatMap((request) =>
    KINDS.filter((kind) => request.marks[kind]?.digest === digest).map((kind) => ({
      request,
      kind,
    })),
  );
}

/** `isNew`: no server can have accepted these events before. `spared`: so many mails are left to others of this pass. */
async function send(
  run: Run,
  events: readonly JudgedEvent[],
  digest: string | undefined,
  isNew: boolean,
  spared: number,
): Promise<void> {
  const { deps, errors, failed } = run;
  const kept = run.kept + spared;
  run.isOver ||= deps.now() - run.startedAt > STOP_AFTER;
  if (run.isOver || run.isUsedUp || events.length === 0) return;
  const left = await deps.takeMail(deps.now(), deps.budget.leftPerHour - kept);
  if (left <= 1) run.isUsedUp = true;
  if (left === 0) return;
  const ids = new Set(events.map(({ id }) => id));
  const others = left + kept === 1 ? (await deps.countOpen()) - ids.size : 0;
  const mail = (name?: string) => mailOnce(events, name, deps, Math.max(0, others));
  try {
    await mail(digest).catch((error: unknown) => {
      if (isWordless(digest) || !mayBeForItsWords(error, isNew)) throw error;
      // The server has not taken the one with words, so this is the same mail of the hour.
      return mail(digestName(events[0]!, run.startedAt, false));
    });
  } catch (error) {
    errors.push(error);
    for (const id of ids) failed.add(id);
    run.isOver ||= error instanceof NotAccepted && error.reason === 'later';
  }
}

/**
 * Some servers refuse words that they do not like "for now", each time anew. A message that may have been accepted
 * before is sent again as it was.
 */
const mayBeForItsWords = (error: unknown, isNew: boolean) =>
  isRefusal(error) || (error instanceof NotAccepted && error.reason === 'unknown' && isNew);

/** The events with their requests' fields, those that are still stored. */
async function stored(run: Run, some: Chosen[]): Promise<JudgedEvent[]> {
  const { deps } = run;
  const events: JudgedEvent[] = [];
  if (run.isOver || run.isUsedUp) return events;
  for (let start = 0; start < some.length; start += REQUESTS_AT_ONCE) {
    const part = some.slice(start, start + REQUESTS_AT_ONCE);
    const found = await deps.fieldsOf(part.map(({ request }) => request.id));
    for (const [index, { request, kind }] of part.entries()) {
      const { id, created } = request;
      const fields = found[index];
      // At once, so that no run holds more than a few large ones.
      if (fields) {
        const short = shortened(fields, IN_ITS_OWN_MAIL);
        events.push(await judged({ id, kind, created, time: created, fields: short }, deps));
      } else await deps.forget(id);
    }
  }
  return events;
}

const KINDS: readonly Kind[] = ['text', 'pictures'];
const markOf = ({ request, kind }: Chosen): Mark => request.marks[kind]!;
