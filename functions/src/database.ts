/**
 * Requests, the gallery, and where the daily work is, in Firestore. `alerts/function` holds what later runs need,
 * `alerts/arrivals` what the owner's page shows. firestore.rules let only owners read, and nobody write.
 */
import {
  FieldPath,
  FieldValue,
  getFirestore,
  Timestamp,
  type DocumentReference,
  type Query,
} from 'firebase-admin/firestore';
import { initializeApp } from 'firebase-admin/app';
import { HOUR_MS, type EpochMs } from './core/epochTime.js';
import type { RemovalsDeps, UnnamedFilesDeps } from './core/galleryLeftovers.js';
import type { CountDeps } from './core/hookPosts.js';
import type { AlertDeps } from './core/leadAlerts.js';
import { listOf } from './core/leadFields.js';
import type { Detail, PagesDeps } from './core/requestPages.js';
import type { UnsentDeps } from './core/unsentLeads.js';
import type { UnattachedPicturesDeps } from './core/unattachedPictures.js';

initializeApp();
export const firestore = getFirestore();
const requests = firestore.collection('requests');
/** What later runs need: of the daily work, of the hook, and of the address whose marks lie in `alerts`; and which address has which marks. */
export const functionState = firestore.doc('alerts/function');
/** What the owner's page shows of the arrivals, and in `marks` the collection of the first address's marks. */
export const arrivals = firestore.doc('alerts/arrivals');

const timestampOf = (value: unknown) => (value instanceof Timestamp ? value : undefined);
/** A time of Firestore's; undefined for anything else. */
export const timeOf = (value: unknown): EpochMs | undefined => timestampOf(value)?.toMillis();

export const countOf = async (some: Query) => (await some.count().get()).data().count;

export const documentsOf = async (refs: FirebaseFirestore.DocumentReference[]) =>
  refs.length === 0 ? [] : firestore.getAll(...refs);

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

export const fieldsOf: UnsentDeps['fieldsOf'] = async (ids) =>
  (await documentsOf(ids.map((id) => requests.doc(id)))).map((document) => document.data());

/**
 * How many requests a page has. With its `files`, a document may have 1 MiB: older rules may have let such requests in.
 */
const PAGE_SIZES: Record<Detail, number> = { times: 300, pictures: 25 };

interface Place {
  created: Timestamp;
  id: string;
}

export const pagesFrom =
  (state: DocumentReference): PagesDeps['nextPage'] =>
  async ({ place: name, from, to, detail }) => {
    const place = (await state.get()).get(name) as Place | undefined;
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
        const value = key === undefined ? reached : { [key]: reached };
        await state.set({ [field]: value }, { merge: true });
      },
    };
  };

export const createdBetween = (from: EpochMs, to: EpochMs) =>
  requests
    .where('created', '>', Timestamp.fromMillis(from))
    .where('created', '<=', Timestamp.fromMillis(to));

/**
 * Notes for the owner's page when the hourly function ran last, and how many requests came in seven days until then.
 */
export async function noteArrivals(ran: EpochMs): Promise<void> {
  const week = await countOf(createdBetween(ran - 7 * 24 * HOUR_MS, ran));
  await arrivals.set({ ran, week }, { merge: true });
}

// Not with the marks of an address: the hook goes on, whichever address is the first.
export const heardUntil: CountDeps['heardUntil'] = async () =>
  (await functionState.get()).get('heardUntil') as number | undefined;

export const setHeardUntil: CountDeps['setHeardUntil'] = async (time) => {
  await functionState.set({ heardUntil: time }, { merge: true });
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
