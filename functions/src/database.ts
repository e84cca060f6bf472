/**
 * Requests and marks in Firestore. `alerts/{id}` holds the marks of a request, and `open`, the time of its creation,
 * while one of its mails is still to be sent; `created` is the same for good. `alerts/function` holds what later runs need,
 * `alerts/arrivals` what the owner's page shows. firestore.rules let only owners read, and nobody write.
 */
import {
  FieldPath,
  FieldValue,
  getFirestore,
  Timestamp,
  type DocumentSnapshot,
  type Query,
} from 'firebase-admin/firestore';
import { initializeApp } from 'firebase-admin/app';
import { HOUR_MS, type EpochMs } from './core/epochTime.js';
import type { RemovalsDeps, UnnamedFilesDeps } from './core/galleryLeftovers.js';
import type { AlertDeps } from './core/leadAlerts.js';
import { listOf } from './core/leadFields.js';
import { isHeard, type RestDeps } from './core/hookPosts.js';
import { isOpen, MARKED, type Kind, type Marks } from './core/marks.js';
import type { MissedEventsDeps } from './core/missedEvents.js';
import type { Detail } from './core/requestPages.js';
import { MAILS_PER_HOUR } from './core/mailBudget.js';
import type { OpenRequest, UnsentDeps } from './core/unsentLeads.js';
import type { UnattachedPicturesDeps } from './core/unattachedPictures.js';

initializeApp();
const firestore = getFirestore();
const requests = firestore.collection('requests');
const alerts = firestore.collection('alerts');
const functionState = alerts.doc('function');

/** With its `files`, a document may have 1 MiB: older rules may have let such requests in. */
const PAGE_SIZES: Record<Detail, number> = { times: 300, pictures: 25 };

const timestampOf = (value: unknown) => (value instanceof Timestamp ? value : undefined);
/** Undefined for anything but a time of Firestore's. */
export const timeOf = (value: unknown): EpochMs | undefined => timestampOf(value)?.toMillis();

const marksIn = (document: DocumentSnapshot | undefined): Marks => {
  const stored = (document?.data() ?? {}) as Marks;
  return Object.fromEntries(MARKED.flatMap((kind) => (stored[kind] ? [[kind, stored[kind]]] : [])));
};

const countOf = async (some: Query) => (await some.count().get()).data().count;

const documentsOf = async (refs: FirebaseFirestore.DocumentReference[]) =>
  refs.length === 0 ? [] : firestore.getAll(...refs);

export const mark: AlertDeps['mark'] = (events, next) =>
  firestore.runTransaction(async (transaction) => {
    const ids = [...new Set(events.map(({ id }) => id))];
    const found = await transaction.getAll(...ids.map((id) => alerts.doc(id)));
    const marks = new Map(ids.map((id, index) => [id, marksIn(found[index])]));
    const before = events.map(({ id, kind }) => marks.get(id)![kind]);
    for (const { id, kind } of events) {
      const own = marks.get(id)!;
      own[kind] = next(own[kind]);
    }
    const created = new Map(events.map((event) => [event.id, event.created]));
    for (const [id, own] of marks) {
      // The whole document, so that nothing of an earlier mark stays in it.
      const time = created.get(id)!;
      const lists = { ...(isOpen(own) && { open: time }), ...(isHeard(own) && { heard: time }) };
      transaction.set(alerts.doc(id), { ...own, created: time, ...lists });
    }
    return before;
  });

export const marksOf: MissedEventsDeps['marksOf'] = async (ids) =>
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

export const startedBy: AlertDeps['startedBy'] = async (time) => {
  // It only goes down, so that a value that is low enough needs no transaction.
  const stored = await readStartedAt();
  if (stored !== undefined && stored <= time) return stored;
  // One after the other, because transactions of a burst that run into each other wait for seconds.
  const recorded = lastRecorded.then(() => recordStart(time));
  lastRecorded = recorded.catch(() => {});
  return recorded;
};

export const countUntil: AlertDeps['countUntil'] = async ({ fields, created }, from, most) => {
  // Not from `created`, because the order within a millisecond counts.
  const until = timestampOf(fields['created']) ?? Timestamp.fromMillis(created);
  const some = requests
    .where('created', '>=', Timestamp.fromMillis(from))
    .where('created', '<=', until)
    .limit(most);
  return countOf(some);
};

export const serviceTypes: AlertDeps['serviceTypes'] = async () =>
  (await firestore.doc('configurations/configurations').get()).get('services_types') as unknown;

export const ticket: AlertDeps['ticket'] = async (id) =>
  (await firestore.doc(`uploads/${id}`).get()).data();

const openOf = (document: DocumentSnapshot): OpenRequest => ({
  id: document.id,
  created: (document.get('open') as number | undefined) ?? 0,
  marks: marksIn(document),
});

export const openRequests: UnsentDeps['openRequests'] = async (behind, most, first) => {
  const direction = first === 'newest' ? 'desc' : 'asc';
  const inOrder = alerts.orderBy('open', direction).orderBy(FieldPath.documentId(), direction);
  const rest = behind ? inOrder.startAfter(behind.created, behind.id) : inOrder;
  return (await rest.limit(most).get()).docs.map(openOf);
};

export const countOpen: UnsentDeps['countOpen'] = () => countOf(alerts.orderBy('open'));

export const requestsInDigest: UnsentDeps['requestsInDigest'] = async (digest) => {
  const found = await Promise.all(
    (['text', 'pictures'] satisfies Kind[]).map((kind) =>
      alerts.where(`${kind}.digest`, '==', digest).get(),
    ),
  );
  const all = found.flatMap(({ docs }) => docs).map(openOf);
  return [...new Map(all.map((request) => [request.id, request])).values()];
};

export const fieldsOf: UnsentDeps['fieldsOf'] = async (ids) =>
  (await documentsOf(ids.map((id) => requests.doc(id)))).map((document) => document.data());

export const forget: UnsentDeps['forget'] = async (id) => {
  await alerts.doc(id).delete();
};

export const takeMail: UnsentDeps['takeMail'] = (now, kept) =>
  firestore.runTransaction(async (transaction) => {
    const hour = Math.floor(now / HOUR_MS);
    const stored = (await transaction.get(functionState)).get('mails') as
      { hour: number; taken: number } | undefined;
    const taken = stored?.hour === hour ? stored.taken : 0;
    if (taken >= MAILS_PER_HOUR - kept) return 0;
    transaction.set(functionState, { mails: { hour, taken: taken + 1 } }, { merge: true });
    return MAILS_PER_HOUR - kept - taken;
  });

const createdBetween = (from: EpochMs, to: EpochMs) =>
  requests
    .where('created', '>', Timestamp.fromMillis(from))
    .where('created', '<=', Timestamp.fromMillis(to));

export const heardUntil: RestDeps['heardUntil'] = async () =>
  (await functionState.get()).get('heardUntil') as number | undefined;

export const setHeardUntil: RestDeps['setHeardUntil'] = async (time) => {
  await functionState.set({ heardUntil: time }, { merge: true });
};

export const countUnheard: RestDeps['countUnheard'] = async (from, to) => {
  const heard = alerts.where('heard', '>', from).where('heard', '<=', to);
  const [all, told] = await Promise.all([countOf(createdBetween(from, to)), countOf(heard)]);
  return all - told;
};

export const openBetween: RestDeps['openBetween'] = async (from, to, most) => {
  const some = alerts.where('open', '>', from).where('open', '<=', to).orderBy('open');
  return (await some.limit(most).get()).docs.map(({ id }) => id);
};

/** For the owner's page: when the hourly function ran last, and how many requests came in seven days until then. */
export async function noteArrivals(ran: EpochMs): Promise<void> {
  const week = await countOf(createdBetween(ran - 7 * 24 * HOUR_MS, ran));
  await alerts.doc('arrivals').set({ ran, week });
}

/** A place of a search, as it is stored. */
interface Place {
  created: Timestamp;
  id: string;
}

export const nextPage: MissedEventsDeps['nextPage'] = async ({ place: name, from, to, detail }) => {
  const place = (await functionState.get()).get(name) as Place | undefined;
  const all: Query = requests
    .where('created', '>=', Timestamp.fromMillis(from))
    .where('created', '<=', Timestamp.fromMillis(to))
    .orderBy('created')
    .orderBy(FieldPath.documentId());
  const rest = place ? all.startAfter(place.created, place.id) : all;
  const fields = detail === 'pictures' ? ['created', 'files'] : ['created'];
  const { docs } = await rest
    .select(...fields)
    .limit(PAGE_SIZES[detail])
    .get();
  const last = docs.at(-1);
  return {
    requests: docs.map((document) => ({
      id: document.id,
      created: timeOf(document.get('created')) ?? 0,
      hasPictures: listOf(document.get('files')).length > 0,
    })),
    async store() {
      if (!last) return;
      const reached: Place = { created: last.get('created') as Timestamp, id: last.id };
      const [field, key] = name.split('.') as [string, string?];
      const state = key === undefined ? { [field]: reached } : { [field]: { [key]: reached } };
      await functionState.set(state, { merge: true });
    },
  };
};

export const mayHavePictures: UnattachedPicturesDeps['mayHavePictures'] = async (ids) =>
  (await documentsOf(ids.map((id) => firestore.doc(`uploads/${id}`)))).map(
    // Without a ticket nobody knows.
    (found) => !found.exists || listOf(found.get('images')).length > 0,
  );

export const left: UnattachedPicturesDeps['left'] = async () =>
  listOf((await functionState.get()).get('left')).map(String);

export const setLeft: UnattachedPicturesDeps['setLeft'] = async (ids) => {
  await functionState.set({ left: ids }, { merge: true });
};

const whileRemoved = (work: string) => firestore.doc(`removed/${work}`);
const inGallery = (work: string) => firestore.doc(`gallery/${work}`);
const endedBy = (some: Query, until: EpochMs, most: number) =>
  some.where('at', '<=', Timestamp.fromMillis(until)).orderBy('at', 'desc').limit(most).get();

export const deleteTakenDown: RemovalsDeps['deleteTakenDown'] = async (until, most) => {
  const { docs } = await endedBy(firestore.collectionGroup('takenDown'), until, most);
  const batch = firestore.batch();
  for (const { ref } of docs) batch.delete(ref);
  await batch.commit();
};

export const removedWorks: RemovalsDeps['removedWorks'] = async (until, most) =>
  (await endedBy(firestore.collection('removed'), until, most)).docs.map(({ id }) => id);

export const isInGallery: RemovalsDeps['isInGallery'] = async (work) =>
  (await inGallery(work).get()).exists;

export const deleteBelowWork: RemovalsDeps['deleteBelowWork'] = async (work) => {
  for (const collection of await inGallery(work).listCollections())
    await firestore.recursiveDelete(collection);
};

export const forgetRemoved: RemovalsDeps['forgetRemoved'] = async (work) => {
  await whileRemoved(work).delete();
};

export const documentsOfWork: UnnamedFilesDeps['documentsOfWork'] = async (work) =>
  JSON.stringify(
    (await firestore.getAll(inGallery(work), whileRemoved(work))).map((found) => found.data()),
  );

export const filesReached: UnnamedFilesDeps['filesReached'] = async () =>
  (await functionState.get()).get('filesReached') as string | undefined;

export const setFilesReached: UnnamedFilesDeps['setFilesReached'] = async (name) => {
  await functionState.set({ filesReached: name ?? FieldValue.delete() }, { merge: true });
};
