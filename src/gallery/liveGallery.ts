/**
 * The live gallery: Firestore's own SDK (WebChannel Listen). 119 kB brotli, so this module is only
 * ever imported when the page is idle and the connection is good (feed.ts).
 */
import {
  collection,
  connectFirestoreEmulator,
  initializeFirestore,
  onSnapshot,
  orderBy,
  query,
  startAfter,
  Timestamp,
  type Firestore,
} from 'firebase/firestore';
import type { GalleryWork } from '../domain/types';
import { firebaseApp } from '../firebase/app';
import type { BackendConfig } from '../firebase/config';
import { parseWork } from '../firebase/rest/parse';

let firestore: Firestore | undefined;

/** The SDK's client, made once: a page may stop and start following again. */
function liveFirestore(config: BackendConfig): Firestore {
  if (firestore) return firestore;
  firestore = initializeFirestore(firebaseApp(config), {});
  if (__LOCAL__ && config.local) {
    const { hostname, port } = new URL(config.firestoreOrigin);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }
  return firestore;
}

/** From so many works on only those that come after them are followed. */
const MANY = 100;

/**
 * Calls `onWorks` with all works, oldest first, now and after every change, until stopped. Of a long
 * gallery the `known` works are not read a second time (Firestore bills each, and a phone is busy with 300
 * for a quarter of a second): only new works come live, changes of old ones with the next list.
 */
export function followGallery(
  config: BackendConfig,
  known: readonly GalleryWork[],
  onWorks: (works: GalleryWork[]) => void,
  onError: (error: unknown) => void,
): () => void {
  const kept = known.length >= MANY ? known : [];
  const last = kept.at(-1);
  const after = last ? [startAfter(Timestamp.fromDate(new Date(last.created)))] : [];
  const ids = new Set(kept.map(({ id }) => id));
  return onSnapshot(
    query(collection(liveFirestore(config), 'gallery'), orderBy('created', 'asc'), ...after),
    // A change may come as the memory's first; that the server has said so is a change of metadata alone.
    { includeMetadataChanges: true },
    ({ docs, metadata }) => {
      // Without a connection the SDK answers from its own empty memory: that is no empty gallery.
      if (metadata.fromCache) return;
      // The last one comes again where its time has microseconds, which a `Date` has not.
      const works = docs.filter(({ id }) => !ids.has(id));
      onWorks([...kept, ...works.map((entry) => parseWork(entry.id, entry.data()))]);
    },
    onError,
  );
}
