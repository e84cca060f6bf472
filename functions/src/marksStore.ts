/**
 * The marks of the mails to one address, in Firestore. `alerts/{id}` holds those of a request, and `open`, the time of its
 * creation, while one of its mails is still to be sent; `created` is the same for good, `heard` where a post to the hook
 * was tried, and `owed` the time when words that a mail left out are tried again. `alerts/function` holds what later runs
 * need. Each address has a collection like this (`holdersOf`), so that none of them waits for another one.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  FieldPath,
  FieldValue,
  type CollectionReference,
  type DocumentReference,
  type DocumentSnapshot,
} from 'firebase-admin/firestore';
import { HOUR_MS, type EpochMs } from './core/epochTime.js';
import type { CountDeps } from './core/hookPosts.js';
import type { AlertDeps } from './core/leadAlerts.js';
import {
  holdersOf,
  isOpen,
  MARKED,
  owedAt,
  type Holder,
  type Holders,
  type Kind,
  type MarkDeps,
  type Marks,
} from './core/marks.js';
import type { MissedEventsDeps } from './core/missedEvents.js';
import type { OpenRequest, UnsentDeps } from './core/unsentLeads.js';
import {
  arrivals,
  countOf,
  createdBetween,
  documentsOf,
  firestore,
  functionState,
  pagesFrom,
} from './database.js';

const marksIn = (document: DocumentSnapshot | undefined): Marks => {
  const stored = (document?.data() ?? {}) as Marks;
  return Object.fromEntries(MARKED.flatMap((kind) => (stored[kind] ? [[kind, stored[kind]]] : [])));
};

const openOf = (document: DocumentSnapshot): OpenRequest => ({
  id: document.id,
  created: document.get('created') as EpochMs,
  marks: marksIn(document),
});

interface Stored {
  alerts: CollectionReference;
  functionState: DocumentReference;
}

function marksOn({ alerts, functionState }: Stored) {
  const mark: MarkDeps['mark'] = (events, next) =>
    firestore.runTransaction(async (transaction) => {
      const ids = [...new Set(events.map(({ id }) => id))];
      const found = await transaction.getAll(...ids.map((id) => alerts.doc(id)));
      const marks = new Map(ids.map((id, index) => [id, marksIn(found[index])]));
      const before = events.map(({ id, kind }) => marks.get(id)![kind]);
      for (const [index, { id, kind }] of events.entries()) {
        const own = marks.get(id)!;
        own[kind] = next(own[kind], index);
      }
      const created = new Map(events.map((event) => [event.id, event.created]));
      for (const [id, own] of marks) {
        // The whole document, so that nothing of an earlier mark stays in it.
        const time = created.get(id)!;
        const owed = owedAt(own);
        const lists = {
          ...(isOpen(own) && { open: time }),
          ...(owed !== undefined && { owed }),
          ...(own.textHook && { heard: time }),
        };
        transaction.set(alerts.doc(id), { ...own, created: time, ...lists });
      }
      return before;
    });

  const marksOf: MissedEventsDeps['marksOf'] = async (ids) =>
    (await documentsOf(ids.map((id) => alerts.doc(id)))).map(marksIn);

  const startedAtIn = (state: DocumentSnapshot) => state.get('startedAt') as number | undefined;
  const readStartedAt = async () => startedAtIn(await functionState.get());
  let lastRecorded: Promise<unknown> = Promise.resolve();

  /** Stores the earlier of this time and the stored one, and resolves with it. */
  async function recordStart(time: EpochMs): Promise<EpochMs> {
    return firestore.runTransaction(async (transaction) => {
      const stored = startedAtIn(await transaction.get(functionState));
      if (stored !== undefined && stored <= time) return stored;
      // What lies before the places of the searches is to be looked at now.
      const fresh = { startedAt: time, searched: FieldValue.delete() };
      transaction.set(functionState, fresh, { merge: true });
      return time;
    });
  }

  const startedBy: AlertDeps['startedBy'] = async (time) => {
    // It only goes down, so that a value that is low enough needs no transaction.
    const stored = await readStartedAt();
    if (stored !== undefined && stored <= time) return stored;
    // One after the other, because transactions of a burst that run into each other wait for seconds.
    const recorded = lastRecorded.then(() => recordStart(time));
    lastRecorded = recorded.catch(() => {});
    return recorded;
  };

  return { mark, marksOf, startedBy, nextPage: pagesFrom(functionState) };
}

function openOn({ alerts, functionState }: Stored) {
  const openRequests: UnsentDeps['openRequests'] = async (behind, most, first) => {
    const direction = first === 'newest' ? 'desc' : 'asc';
    const inOrder = alerts.orderBy('open', direction).orderBy(FieldPath.documentId(), direction);
    const rest = behind ? inOrder.startAfter(behind.created, behind.id) : inOrder;
    return (await rest.limit(most).get()).docs.map(openOf);
  };

  const countOpen: UnsentDeps['countOpen'] = () => countOf(alerts.orderBy('open'));

  const requestsInDigest: UnsentDeps['requestsInDigest'] = async (digest) => {
    const found = await Promise.all(
      (['text', 'pictures'] satisfies Kind[]).map((kind) =>
        alerts.where(`${kind}.digest`, '==', digest).get(),
      ),
    );
    const all = found.flatMap(({ docs }) => docs).map(openOf);
    return [...new Map(all.map((request) => [request.id, request])).values()];
  };

  const forget: UnsentDeps['forget'] = async (id) => {
    await alerts.doc(id).delete();
  };

  const owedRequests: UnsentDeps['owedRequests'] = async (until, behind, most, first) => {
    const direction = first === 'newest' ? 'desc' : 'asc';
    const due = alerts.where('owed', '<=', until).orderBy('owed', direction);
    const inOrder = due.orderBy(FieldPath.documentId(), direction);
    const rest = behind ? inOrder.startAfter(owedAt(behind.marks), behind.id) : inOrder;
    return (await rest.limit(most).get()).docs.map(openOf);
  };

  const takeMail: UnsentDeps['takeMail'] = (now, most) =>
    firestore.runTransaction(async (transaction) => {
      const hour = Math.floor(now / HOUR_MS);
      const stored = (await transaction.get(functionState)).get('mails') as
        { hour: number; taken: number } | undefined;
      const taken = stored?.hour === hour ? stored.taken : 0;
      if (taken >= most) return 0;
      transaction.set(functionState, { mails: { hour, taken: taken + 1 } }, { merge: true });
      return most - taken;
    });

  return { openRequests, countOpen, requestsInDigest, forget, owedRequests, takeMail };
}

function heardOn({ alerts }: Stored) {
  const countUnheard: CountDeps['countUnheard'] = async (from, to) => {
    const heard = alerts.where('heard', '>', from).where('heard', '<=', to);
    const [all, told] = await Promise.all([countOf(createdBetween(from, to)), countOf(heard)]);
    return all - told;
  };

  const failedPosts: CountDeps['failedPosts'] = async (most) => {
    const { docs } = await alerts.where('textHook.state', '==', 'refused').limit(most).get();
    return docs.map((found) => ({ id: found.id, created: found.get('created') as EpochMs }));
  };

  const openBetween: CountDeps['openBetween'] = async (from, to, most) => {
    const some = alerts.where('open', '>', from).where('open', '<=', to).orderBy('open');
    return (await some.limit(most).get()).docs.map(openOf);
  };

  return { countUnheard, failedPosts, openBetween };
}

function marksAt(path: string) {
  const alerts = firestore.collection(path);
  const stored: Stored = { alerts, functionState: alerts.doc('function') };
  return { ...marksOn(stored), ...openOn(stored), ...heardOn(stored) };
}

const holdersIn = (state: DocumentSnapshot): Holders => ({
  holders: [],
  takenOut: [],
  made: 0,
  ...(state.data() as Partial<Holders> | undefined),
});

/** Stores who has which marks where that has changed, and for the owner's page those of the first. */
const storedHolders = (addresses: readonly string[]): Promise<Holder[]> =>
  firestore.runTransaction(async (transaction) => {
    const before = holdersIn(await transaction.get(functionState));
    const next = holdersOf(addresses, before, Date.now());
    if (!isDeepStrictEqual(next.holders, before.holders)) {
      transaction.set(functionState, next, { merge: true });
      transaction.set(arrivals, { marks: next.holders[0]!.marks }, { merge: true });
    }
    return next.holders;
  });

export const marksFor = async (addresses: readonly string[]) =>
  (await storedHolders(addresses)).map(({ marks }) => marksAt(marks));

/** Calls it with the marks of each address that was taken out until then, and forgets the address behind it. */
export async function eachTakenOut(
  until: EpochMs,
  call: (left: ReturnType<typeof marksAt>) => Promise<void>,
): Promise<void> {
  const isDue = ({ since }: Holders['takenOut'][number]) => since <= until;
  const due = holdersIn(await functionState.get()).takenOut.filter(isDue);
  for (const { marks } of due) await call(marksAt(marks));
  if (due.length === 0) return;
  await firestore.runTransaction(async (transaction) => {
    const { takenOut } = holdersIn(await transaction.get(functionState));
    const left = takenOut.filter((one) => !isDue(one));
    transaction.set(functionState, { takenOut: left }, { merge: true });
  });
}
