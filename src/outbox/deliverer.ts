import { dueAt } from './retry';
import { deliverRecord, type RecordOutcome } from './deliverRecord';
import type { RecordDeps } from './delivery';
import { isResting } from './failures';
import type { PendingRequest } from './record';

/** What a pass left behind. */
export interface DeliveryPass {
  /** When the next record is due (milliseconds since 1970); undefined when none waits for the clock. */
  nextAt?: number;
}

/**
 * Whether records that are backing off are tried as well: all of them, or those that have found no
 * server at all (a network may be back; what a server has asked to wait for is respected), whose
 * back-off then begins anew.
 */
export type Force = boolean | 'unreached';

/** The lock that makes one context of this origin the deliverer. */
const LOCK = 'outbox';
/** After this many records in a row found no server, the rest of the pass is given up. */
const GIVE_UP = 2;
/** Outcomes that do not tell whether there is a server. */
const SILENT: RecordOutcome[] = ['unreachable', 'vanished'];

/** A deliverer of this context: triggers that arrive while one waits for its turn share that turn. */
export function createDeliverer(deps: RecordDeps) {
  const { exclusively } = deps;
  let waiting: { force: Force; pass: Promise<DeliveryPass> } | undefined;
  return {
    /**
     * Delivers everything that is due, with `force` also what is backing off. Never lost: while another
     * pass runs, here or in another tab or worker, this one waits for it and then looks again. Rejects
     * with `StorageError` when the store fails; the records are still there for the next trigger.
     */
    deliver(force: Force = false): Promise<DeliveryPass> {
      if (waiting) {
        if (waiting.force !== true) waiting.force = force || waiting.force;
        return waiting.pass;
      }
      const turn = { force, pass: Promise.resolve<DeliveryPass>({}) };
      const leave = () => {
        if (waiting === turn) waiting = undefined;
      };
      waiting = turn;
      turn.pass = exclusively(LOCK, () => {
        leave();
        return runPass(deps, turn.force);
      }).finally(leave);
      return turn.pass;
    },
  };
}

async function runPass(deps: RecordDeps, force: Force): Promise<DeliveryPass> {
  const tried = new Set<string>();
  let unreachable = 0;
  let reach = force;
  const isTextDue = async () =>
    choose(deps, await deliverable(deps), tried, reach)?.step === 'create';
  for (;;) {
    const waiting = await deliverable(deps);
    if (unreachable >= GIVE_UP) return giveUp(deps, waiting, tried);
    const next = choose(deps, waiting, tried, reach);
    if (!next) return nextPass(deps, waiting);
    const isFresh = force === 'unreached' && next.unreached;
    const record = isFresh ? { ...next, attempts: 0 } : next;
    const outcome = await deliverRecord(deps, record, isTextDue);
    if (outcome !== 'paused' && outcome !== 'sent') tried.add(next.key);
    unreachable = outcome === 'unreachable' ? unreachable + 1 : 0;
    // The server is there: then the others need not wait, either.
    if (!SILENT.includes(outcome)) reach ||= 'unreached';
  }
}

/** What waits for this deliverer: not for the visitor, who may be at it in the form, nor for a page. */
async function deliverable({ store, isPage, now }: RecordDeps): Promise<PendingRequest[]> {
  const edited = await store.editedKey();
  return (await store.list()).filter(
    (record) => record.key !== edited && !isResting(record, now()) && (isPage || !record.forPage),
  );
}

/**
 * Texts before images: the business can act on a text. Among equals the one that failed least, so
 * that a record whose images never get through holds up nobody, then the oldest.
 */
function choose(
  { now }: RecordDeps,
  waiting: PendingRequest[],
  tried: Set<string>,
  force: Force,
): PendingRequest | undefined {
  const isDue = ({ notBefore, unreached }: PendingRequest) =>
    force === true || (force && unreached) || dueAt(notBefore, now()) <= now();
  const isText = ({ step }: PendingRequest) => (step === 'create' ? 0 : 1);
  return waiting
    .filter((record) => !tried.has(record.key) && isDue(record))
    .sort((a, b) => isText(a) - isText(b) || a.attempts - b.attempts || a.savedAt - b.savedAt)[0];
}

function nextPass({ now }: RecordDeps, waiting: PendingRequest[]): DeliveryPass {
  if (waiting.length === 0) return {};
  return { nextAt: Math.min(...waiting.map(({ notBefore }) => dueAt(notBefore, now()))) };
}

/**
 * The server is out of reach: who was not tried waits with those who were, and has it written in its record,
 * once for each time without a server.
 */
async function giveUp(
  deps: RecordDeps,
  waiting: PendingRequest[],
  tried: Set<string>,
): Promise<DeliveryPass> {
  const { store, newKey, now, changed } = deps;
  const pass = nextPass(
    deps,
    waiting.filter(({ key }) => tried.has(key)),
  );
  const notBefore = pass.nextAt ?? now();
  for (const record of waiting) {
    const { key, unreached, revision } = record;
    if (tried.has(key) || unreached || dueAt(record.notBefore, now()) > now()) continue;
    const postponed = { ...record, notBefore, unreached: true as const, revision: newKey() };
    if (await store.update(postponed, revision)) changed(key);
  }
  return pass;
}
