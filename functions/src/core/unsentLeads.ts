/**
 * Mails what the events' own runs have left: what was too much for an hour, what the mail server would not take, and
 * what was cut off. The open marks are the list of it, so a run that is killed has done its part.
 */
import { HOUR_MS, type EpochMs } from './epochTime.js';
import { IN_ITS_OWN_MAIL, shortened, type Fields } from './leadFields.js';
import { judged, mailOnce, mailWords, reasonOf, type AlertDeps } from './leadAlerts.js';
import type { JudgedEvent } from './mailTexts.js';
import {
  digestName,
  isDue,
  isPutOff,
  MESSAGE_MS,
  reasonIn,
  sentMark,
  stageOf,
  type Kind,
  type Mark,
  type Marks,
  type Reason,
} from './marks.js';

export interface OpenRequest {
  id: string;
  created: EpochMs;
  marks: Marks;
}

export interface UnsentDeps extends AlertDeps {
  /** So many requests with open marks, the newest or the oldest first, behind the given one. */
  openRequests(
    behind: OpenRequest | undefined,
    most: number,
    first: 'newest' | 'oldest',
  ): Promise<OpenRequest[]>;
  requestsInDigest(digest: string): Promise<OpenRequest[]>;
  countOpen(): Promise<number>;
  /** The fields of these requests, in the order of the ids. Undefined for one that is no longer stored. */
  fieldsOf(ids: readonly string[]): Promise<(Fields | undefined)[]>;
  forget(id: string): Promise<void>;
  /** So many requests whose words are owed and due by then, those that are due last or first, behind the given one. */
  owedRequests(
    until: EpochMs,
    behind: OpenRequest | undefined,
    most: number,
    first: 'newest' | 'oldest',
  ): Promise<OpenRequest[]>;
  /**
   * Takes one of the mails that `mailUnsent` sends in this clock hour (UTC), unless `most` are taken. Resolves with how
   * many were left: 0 if there was none.
   */
  takeMail(now: EpochMs, most: number): Promise<number>;
  /** A message must be over by then: the platform ends the run. */
  until: EpochMs;
}

/**
 * The most mails of a run whose message the server may have accepted before, as a share of the hour's. The rest is for
 * messages that were certainly not accepted.
 */
const REPEATED = 1 / 2;
/**
 * The share of the hour's mails that a run leaves to its second pass, so that the newest and the oldest do not hide each
 * other for hours. Rounded up.
 */
const FOR_OTHERS = 1 / 5;
export const DIGEST_SIZE = 200;
/** Marks are small. */
const MARKS_AT_ONCE = 300;
/** By then everything is due. */
const AT_LAST = Number.MAX_SAFE_INTEGER;
/** A document of Firestore has at most 1 MiB, and older rules may have let such requests in. */
const REQUESTS_AT_ONCE = 10;
/** So many requests whose words are owed are looked at in a run: some of them are suspicious, and come last. */
const OWED_AT_ONCE = 30;
/** The most mails with the words of one event that a run sends by themselves, as a share of the hour's. */
const ALONE = 1 / 2;

interface Run {
  deps: UnsentDeps;
  startedAt: EpochMs;
  /** Mails of the hour that this pass leaves to the next one. */
  kept: number;
  waiting: Chosen[];
  honest: JudgedEvent[];
  /** Wait for a digest of their own: a program that takes it for spam takes no other lead with it. */
  suspect: JudgedEvent[];
  /** Wait for the next digest without words: they were refused by themselves, or no answer came. */
  wordless: Record<'refused' | 'lost', Chosen[]>;
  repeated: Set<string>;
  /** The events that this run could not mail (`keyOf`), with what went wrong. */
  failed: Map<string, unknown>;
  /** How many messages with the words of one event this run may still send. */
  alone: number;
  /** How many requests wait besides those of the message; 0 unless it is the hour's last. */
  others: number;
  isUsedUp: boolean;
  /** Nothing more is sent: the server takes nothing, or the time is up. */
  isOver: boolean;
}

interface Chosen {
  request: OpenRequest;
  kind: Kind;
}

/**
 * Mails the events with open marks, the newest first, then the oldest, for as long as this hour has mails; each second
 * hour begins with the oldest. Then come words that are owed. A message that may have been accepted is sent again as it
 * was, a digest with all of its events. Tries what could succeed, then rejects with the first error, if there was one.
 */
export async function mailUnsent(deps: UnsentDeps): Promise<void> {
  const startedAt = deps.now();
  const run: Run = {
    deps,
    startedAt,
    kept: 0,
    waiting: [],
    honest: [],
    suspect: [],
    wordless: { refused: [], lost: [] },
    repeated: new Set(),
    failed: new Map(),
    alone: Math.floor(deps.budget.laterPerHour * ALONE),
    others: 0,
    isUsedUp: false,
    isOver: false,
  };
  const isOldestFirst = Math.floor(startedAt / HOUR_MS) % 2 === 1;
  const [first, last] = isOldestFirst ? OLDEST_FIRST : NEWEST_FIRST;
  await mailFrom(run, first, Math.ceil(deps.budget.laterPerHour * FOR_OTHERS));
  await mailFrom(run, last, 0);
  await mailOwed(run);
  if (run.failed.size === 0) return;
  const [error] = run.failed.values();
  const ids = new Set([...run.failed.keys()].map((key) => key.split(' ')[0]));
  deps.logError(
    `Requests ${[...ids].join(', ')} could not be mailed. They are tried again every full hour.`,
    error,
  );
  throw error;
}

const keyOf = ({ id, kind }: { id: string; kind: Kind }) => `${id} ${kind}`;

const NEWEST_FIRST = ['newest', 'oldest'] as const;
const OLDEST_FIRST = ['oldest', 'newest'] as const;

async function mailFrom(run: Run, first: 'newest' | 'oldest', kept: number): Promise<void> {
  Object.assign(run, { kept, isUsedUp: false });
  for await (const chosen of openEvents(run, first)) {
    await take(run, chosen);
    if (run.isOver || run.isUsedUp) break;
  }
  // Suspicious ones stop one mail early (judgeWaiting): it is still there for the honest.
  run.isUsedUp &&= run.honest.length === 0;
  await judgeWaiting(run, 1);
  for (const reason of ['refused', 'lost'] as const) await tellTaken(run, reason);
}

async function* openEvents({ deps }: Run, first: 'newest' | 'oldest'): AsyncGenerator<Chosen> {
  const pages = pagesOf((behind) => deps.openRequests(behind, MARKS_AT_ONCE, first));
  for await (const page of pages) yield* page.flatMap(openIn);
}

/** All that `read` finds, by a cursor that lives as long as the run: marks that change meanwhile are behind it. */
async function* pagesOf(
  read: (behind: OpenRequest | undefined) => Promise<OpenRequest[]>,
): AsyncGenerator<OpenRequest[]> {
  let page: OpenRequest[] = [];
  do {
    page = await read(page.at(-1));
    yield page;
  } while (page.length === MARKS_AT_ONCE);
}

const openIn = (request: OpenRequest): Chosen[] =>
  KINDS.filter((kind) => (request.marks[kind]?.state ?? 'sent') !== 'sent').map((kind) => ({
    request,
    kind,
  }));

/**
 * What was still owed to an address that was taken out, the words that a mail had left out, too, and of which none of these
 * addresses has a mark, is marked as waiting for the first of them: nobody would hear of it. The marks of the address that
 * was taken out stay as they are, so that a run that is killed can begin anew.
 */
export async function handOver(
  { openRequests, owedRequests }: Pick<UnsentDeps, 'openRequests' | 'owedRequests'>,
  addresses: readonly Pick<UnsentDeps, 'mark' | 'marksOf' | 'now'>[],
): Promise<void> {
  const { mark, now } = addresses[0]!;
  const markUnheard = async (page: OpenRequest[], eventsIn: (request: OpenRequest) => Chosen[]) => {
    const ids = page.map(({ id }) => id);
    const marks = await Promise.all(addresses.map(({ marksOf }) => marksOf(ids)));
    const unheard = page.flatMap((request, index) =>
      eventsIn(request)
        .filter(({ kind }) => marks.every((own) => own[index]?.[kind] === undefined))
        .map(eventOf),
    );
    if (unheard.length > 0)
      await mark(unheard, (before) => before ?? { state: 'waiting', since: now() });
  };
  for await (const page of pagesOf((behind) => openRequests(behind, MARKS_AT_ONCE, 'oldest')))
    await markUnheard(page, openIn);
  const owed = pagesOf((behind) => owedRequests(AT_LAST, behind, MARKS_AT_ONCE, 'oldest'));
  for await (const page of owed) await markUnheard(page, (request) => dueIn(request, AT_LAST));
}

async function take(run: Run, chosen: Chosen): Promise<void> {
  // This run could not mail it.
  if (run.failed.has(keyOf(eventOf(chosen)))) return;
  const mark = chosen.request.marks[chosen.kind];
  const stage = stageOf(mark, run.startedAt);
  switch (stage) {
    case 'open':
      if (run.waiting.push(chosen) === DIGEST_SIZE) await judgeWaiting(run, DIGEST_SIZE);
      return;
    case 'unanswered':
      return repeat(run, chosen, mark?.digest);
    case 'refused':
    case 'lost':
      if (run.wordless[stage].push(chosen) === DIGEST_SIZE) await tellTaken(run, stage);
      return;
    case 'lostWithoutWords':
      // Three mails with its number may be in the mailbox already.
      await run.deps.mark([eventOf(chosen)], (stored) => sentMark(stored!, run.startedAt));
  }
}

async function repeat(run: Run, chosen: Chosen, digest: string | undefined): Promise<void> {
  const message = digest ?? `${chosen.request.id}-${chosen.kind}`;
  if (run.repeated.size >= run.deps.budget.laterPerHour * REPEATED || run.repeated.has(message))
    return;
  run.repeated.add(message);
  const some = digest === undefined ? [chosen] : await eventsInDigest(run, digest);
  await send(run, await loadJudged(run, some), digest);
}

/**
 * Tells the suspicious events from the others, and sends a message of each kind of which there are at least so many.
 */
async function judgeWaiting(run: Run, least: number): Promise<void> {
  const { honest, suspect } = run;
  for (const event of await loadJudged(run, run.waiting.splice(0)))
    (event.suspicion ? suspect : honest).push(event);
  const next = (list: JudgedEvent[]) => inOrder(list.splice(0, DIGEST_SIZE));
  while (honest.length >= least) await sendWords(run, next(honest));
  // A flood of suspicious ones must not use up the mails before the few others among them have theirs.
  const spared = honest.length > 0 ? 1 : 0;
  while (suspect.length >= least) await sendWords(run, next(suspect), spared);
}

const inOrder = (events: JudgedEvent[]) =>
  events.toSorted((a, b) => a.created - b.created || a.id.localeCompare(b.id));

const sendWords = (run: Run, events: JudgedEvent[], spared = 0) =>
  send(
    run,
    events,
    events.length === 1 ? undefined : digestName(events[0]!, run.startedAt),
    spared,
  );

async function tellTaken(run: Run, reason: 'refused' | 'lost'): Promise<void> {
  const events = inOrder(await loadJudged(run, run.wordless[reason].splice(0)));
  if (events.length > 0) await send(run, events, digestName(events[0]!, run.startedAt, reason));
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

/**
 * Takes a mail of the hour; undefined if none is left, or no time for a message. `spared`: so many are left to others
 * of this pass.
 */
async function takeOne(run: Run, spared: number): Promise<{ isLast: boolean } | undefined> {
  const { deps } = run;
  const kept = run.kept + spared;
  run.isOver ||= deps.now() + MESSAGE_MS > deps.until;
  if (run.isOver || run.isUsedUp) return undefined;
  const left = await deps.takeMail(deps.now(), deps.budget.laterPerHour - kept);
  if (left <= 1) run.isUsedUp = true;
  return left === 0 ? undefined : { isLast: left + kept === 1 };
}

async function send(
  run: Run,
  events: readonly JudgedEvent[],
  digest: string | undefined,
  spared = 0,
): Promise<void> {
  const { deps } = run;
  const mail = events.length === 0 ? undefined : await takeOne(run, spared);
  if (!mail) return;
  const open = mail.isLast ? await deps.countOpen() : 0;
  run.others = Math.max(0, open - numbersIn(events).size);
  try {
    await mailOnce(events, digest, deps, run.others);
  } catch (error) {
    const reason = digest === undefined ? undefined : reasonIn(digest);
    if (reason) await afterNumbers(run, events, reason, error);
    else await afterWords(run, events, error);
  }
}

const numbersIn = (events: readonly JudgedEvent[]) => new Set(events.map(({ id }) => id));

/** Sends nothing more of these events in this run; nor of others, if the server reads nothing. */
function giveUp(run: Run, events: readonly JudgedEvent[], error: unknown): void {
  for (const event of events) run.failed.set(keyOf(event), error);
  run.isOver ||= reasonOf(error) === 'unread';
}

/** A message with words was not accepted: what can be told of its events is told in the same turn. */
async function afterWords(run: Run, events: readonly JudgedEvent[], error: unknown): Promise<void> {
  const reason = reasonOf(error);
  if (reason === 'refused') return tell(run, events, 'refused');
  if (reason === 'deferred' && (await noteDeferred(run, events)))
    return tell(run, events, 'deferred');
  if (reason !== 'tooLarge') return giveUp(run, events, error);
  if (events.length <= DIGEST_SIZE / 2) return tell(run, events, 'large');
  const half = Math.ceil(events.length / 2);
  await sendWords(run, events.slice(0, half));
  await sendWords(run, events.slice(half));
}

/**
 * Notes since when the server wants these events later. Resolves with whether one of them has waited for three full hours.
 * Numbers tell then: where the server wants them later, too, nothing changes.
 */
async function noteDeferred(run: Run, events: readonly JudgedEvent[]): Promise<boolean> {
  const { deps, startedAt } = run;
  const before = await deps.mark(events, (stored) => ({ deferred: startedAt, ...stored! }));
  return before.some((stored) => isPutOff(stored?.deferred ?? startedAt, startedAt));
}

/** Tells of events without their words. If the server takes this message, the words were the reason. */
async function tell(run: Run, events: readonly JudgedEvent[], reason: Reason): Promise<void> {
  try {
    const name = digestName(events[0]!, run.startedAt, reason);
    await mailOnce(events, name, run.deps, run.others);
  } catch (error) {
    await afterNumbers(run, events, reason, error);
  }
}

/**
 * A server that refuses numbers may refuse everything: providers that have blocked an account do. One lead is sent with its
 * words then, of another request if there is one: if that is refused as well, the server refuses everything.
 */
async function afterNumbers(
  run: Run,
  events: readonly JudgedEvent[],
  reason: Reason,
  error: unknown,
): Promise<void> {
  const isHalved = reasonOf(error) === 'tooLarge' && events.length > 1;
  if (isHalved) {
    const half = Math.ceil(events.length / 2);
    await tell(run, events.slice(0, half), reason);
    return tell(run, events.slice(half), reason);
  }
  giveUp(run, events, error);
  if (reasonOf(error) !== 'refused') return;
  const ids = numbersIn(events);
  const { honest, suspect, deps } = run;
  const other = [...honest.toReversed(), ...suspect].find(({ id }) => !ids.has(id));
  const newest = events.toReversed();
  const probe = other ?? newest[0]!;
  const isTaken = await mailAlone(run, probe);
  if (isTaken === false) {
    await deps.mark([...events, probe], waitingAgain);
    run.isOver ||= other !== undefined;
  }
  if (!isTaken) return;
  for (const event of newest) if (event !== probe) await mailAlone(run, event);
}

const waitingAgain = (mark: Mark | undefined): Mark => ({ state: 'waiting', since: mark!.since });

/** Mails an event by itself. Resolves with whether the server took it; undefined if that is not known. */
async function mailAlone(run: Run, event: JudgedEvent): Promise<boolean | undefined> {
  if (run.alone === 0 || !(await takeOne(run, 0))) return undefined;
  run.alone -= 1;
  // Words that were refused or lost before may be sent again: the server has refused numbers, too.
  await run.deps.mark([event], (stored) =>
    ['open', 'claimed', 'sent'].includes(stageOf(stored, run.startedAt))
      ? stored!
      : waitingAgain(stored),
  );
  try {
    await mailOnce([event], undefined, run.deps);
    run.failed.delete(keyOf(event));
    return true;
  } catch (error) {
    giveUp(run, [event], error);
    return reasonOf(error) === 'refused' ? false : undefined;
  }
}

/** Words that are owed go by themselves: the newest first, each fifth the oldest, the suspicious ones last. */
async function mailOwed(run: Run): Promise<void> {
  const { deps, startedAt } = run;
  Object.assign(run, { kept: 0, isUsedUp: false });
  const owed = async (most: number, first: 'newest' | 'oldest') => {
    const requests = await deps.owedRequests(startedAt, undefined, most, first);
    return loadJudged(
      run,
      requests.flatMap((request) => dueIn(request, startedAt)),
    );
  };
  const newest = inOrder(await owed(OWED_AT_ONCE, 'newest')).toReversed();
  if (newest.length === 0) return;
  const [oldest] = await owed(1, 'oldest');
  const inTurn = [
    ...newest.filter(({ suspicion }) => !suspicion),
    ...newest.filter(({ suspicion }) => suspicion),
  ];
  if (oldest) inTurn.splice(1 / FOR_OTHERS - 1, 0, oldest);
  for (const event of inTurn) {
    if (run.alone === 0 || !(await takeOne(run, 0))) return;
    run.alone -= 1;
    await mailWords(event, deps).catch((error: unknown) => giveUp(run, [event], error));
  }
}

const dueIn = (request: OpenRequest, now: EpochMs): Chosen[] =>
  KINDS.filter((kind) => isDue(request.marks[kind], now)).map((kind) => ({ request, kind }));

async function loadJudged(run: Run, some: Chosen[]): Promise<JudgedEvent[]> {
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

const eventOf = ({ request, kind }: Chosen) => ({ id: request.id, kind, created: request.created });
const KINDS: readonly Kind[] = ['text', 'pictures'];
