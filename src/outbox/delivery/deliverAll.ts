/** A pass over all records that are due, behind one lock. */
import type { DeliveryScope } from '../../contract/messages';
import { dueAt } from './retryTimes';
import { deliverRecord } from './deliverRecord';
import type { RecordDeps } from './journal';
import { DELIVERY_LOCK } from '../../contract/names';
import type { EpochMs } from '../../domain/clock';
import { isLeftAlone, type OutboxRecord } from '../record';
import { CLIENT_VERSION } from '../../domain/constants';

export interface DeliveryPass {
  /** When the next record is due. Undefined when no record waits for a time. */
  nextAt?: EpochMs;
}

/** So many records in a row without an answer end a pass. */
const MAX_UNREACHABLE = 2;

/** Calls that arrive while a pass waits for the lock share that pass. */
export function createDeliverer(deps: RecordDeps) {
  const { exclusively } = deps;
  let waiting: { scope: DeliveryScope; pass: Promise<DeliveryPass> } | undefined;
  /** While a pass is under way: breaks a picture off that is being sent, if a text is due. */
  let breakOff: (() => Promise<void>) | undefined;
  return {
    /**
     * Delivers every record that is due, and with another `scope` also records that are backing off. No call is lost:
     * while another pass runs, in this context or in another one, the new pass waits and then looks at the
     * store again. Rejects with `StorageError` when the store fails; the records remain for the next trigger.
     */
    deliver(scope: DeliveryScope = 'due'): Promise<DeliveryPass> {
      breakOff?.().catch(() => {
        // The store has failed. The picture gives way before its next call.
      });
      if (waiting) {
        if (scope !== 'due' && waiting.scope !== 'all') waiting.scope = scope;
        return waiting.pass;
      }
      const next = { scope, pass: Promise.resolve<DeliveryPass>({}) };
      const stopWaiting = () => {
        if (waiting === next) waiting = undefined;
      };
      waiting = next;
      next.pass = exclusively(DELIVERY_LOCK, async () => {
        stopWaiting();
        try {
          return await runPass(deps, next.scope, (interrupt) => (breakOff = interrupt));
        } finally {
          breakOff = undefined;
        }
      }).finally(stopWaiting);
      return next.pass;
    },
  };
}

async function runPass(
  deps: RecordDeps,
  scope: DeliveryScope,
  started: (interrupt: () => Promise<void>) => void,
): Promise<DeliveryPass> {
  const tried = new Set<string>();
  let unreachable = 0;
  let currentScope = scope;
  const isTextDue = async () => {
    const next = nextRecord(deps, await deliverable(deps), tried, currentScope);
    return next?.step === 'create';
  };
  let sending = new AbortController();
  started(async () => {
    if (await isTextDue()) sending.abort();
  });
  for (;;) {
    const waiting = await deliverable(deps);
    const next = nextRecord(deps, waiting, tried, currentScope);
    if (!next) return nextPass(deps, waiting);
    if (unreachable >= MAX_UNREACHABLE) return giveUp(deps, waiting, tried, scope);
    const record = scope === 'back' && next.unreached ? { ...next, attempts: 0 } : next;
    sending = new AbortController();
    const outcome = await deliverRecord(deps, record, isTextDue, sending.signal);
    if (outcome !== 'paused' && outcome !== 'sent') tried.add(next.key);
    const seemsToAnswer = outcome !== 'unreachable';
    unreachable = seemsToAnswer ? 0 : unreachable + 1;
    // Records that got no answer before need not wait any longer. Where nothing was asked, as for a record that waits for a
    // file or has vanished, they are tried once too early, which does no harm.
    if (seemsToAnswer && currentScope === 'due') currentScope = 'unreached';
  }
}

/**
 * The records that this context may try. Left out are those that wait for their visitor, are being edited in the form,
 * or are left to another version of the app, and in a worker those that only a page can prepare.
 */
async function deliverable({ store, isPage, now }: RecordDeps): Promise<OutboxRecord[]> {
  const edited = await store.editedKey();
  return (await store.list()).filter(
    (record) =>
      record.key !== edited &&
      !isLeftToVisitor(record, now()) &&
      !isLeftAlone(record) &&
      (isPage || !record.forPage),
  );
}

/**
 * The due record to try next. Texts come before pictures, because the business can act on a text. Then comes the record
 * with the fewest failures, so that pictures that always fail hold up no other record; then the oldest.
 */
function nextRecord(
  { now }: RecordDeps,
  waiting: OutboxRecord[],
  tried: Set<string>,
  scope: DeliveryScope,
): OutboxRecord | undefined {
  const isDue = ({ notBefore, unreached }: OutboxRecord) =>
    scope === 'all' || (scope !== 'due' && unreached) || dueAt(notBefore, now()) <= now();
  const due = waiting.filter((record) => !tried.has(record.key) && isDue(record));
  const texts = due.filter(({ step }) => step === 'create');
  const candidates = texts.length > 0 ? texts : due;
  return candidates.sort((a, b) => a.attempts - b.attempts || a.savedAt - b.savedAt)[0];
}

function nextPass({ now }: RecordDeps, waiting: OutboxRecord[]): DeliveryPass {
  if (waiting.length === 0) return {};
  return { nextAt: Math.min(...waiting.map(({ notBefore }) => dueAt(notBefore, now()))) };
}

/**
 * Ends a pass because the server is out of reach, before all were tried. Due records that were not tried are marked as
 * unreached, too, and wait as long as the ones that were tried; if these were all deleted meanwhile, they stay due.
 * Records that are already marked are not written again, unless the visitor has asked for a try of all: a screen takes a
 * try for ended when the record's time changes.
 */
async function giveUp(
  deps: RecordDeps,
  waiting: OutboxRecord[],
  tried: Set<string>,
  scope: DeliveryScope,
): Promise<DeliveryPass> {
  const { store, newKey, now, changed } = deps;
  const triedOnes = waiting.filter(({ key }) => tried.has(key));
  const { nextAt = now() } = nextPass(deps, triedOnes);
  for (const record of waiting) {
    const { key, unreached, revision } = record;
    const isDue = dueAt(record.notBefore, now()) <= now();
    const isNews = unreached ? scope === 'all' : isDue;
    if (tried.has(key) || !isNews) continue;
    const changes = { notBefore: nextAt, unreached: true as const, revision: newKey() };
    if (await store.update({ ...record, ...changes }, revision)) changed(key);
  }
  return { nextAt };
}

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/**
 * Whether a record waits for its visitor, so that no deliverer tries it. A record that the server has refused
 * is tried again after a day and by another version of the app; one that something on the way has held back, after an
 * hour: its visitor may be elsewhere by then. A damaged record always waits.
 */
export function isLeftToVisitor({ needsAttention }: OutboxRecord, now: EpochMs): boolean {
  if (!needsAttention) return false;
  const { damaged, isHeldBack: isOnTheWay, at, version } = needsAttention;
  if (damaged) return true;
  return (
    version === CLIENT_VERSION &&
    at !== undefined &&
    now >= at &&
    now - at < (isOnTheWay ? HOUR : DAY)
  );
}
