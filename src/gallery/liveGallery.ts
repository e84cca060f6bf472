/**
 * The live gallery, with Firestore's own SDK (WebChannel Listen). The SDK takes 119 kB (brotli), so this
 * module is only imported when the page is idle and the connection is good (feed.ts).
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

/** The SDK's client. It is created only once, because a page may stop following and start again. */
function liveFirestore(config: BackendConfig): Firestore {
  if (firestore) return firestore;
  firestore = initializeFirestore(firebaseApp(config), {});
  if (__LOCAL__ && config.local) {
    const { hostname, port } = new URL(config.firestoreOrigin);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }
  return firestore;
}

/** If so many works are known, only works that are newer than them are followed. */
const LONG_GALLERY = 100;

/**
 * Calls `onWorks` with all works, oldest first, now and after every change, until stopped. The `known` works
 * of a long gallery are not read a second time, because Firestore bills each and 300 works keep a phone busy
 * for a quarter of a second. So a long gallery only gets new works live, and changes of old ones with the
 * next list.
 */
export function followGallery(
  config: BackendConfig,
  known: readonly GalleryWork[],
  onWorks: (works: GalleryWork[]) => void,
  onError: (error: unknown) => void,
): () => void {
  const reused = known.length >= LONG_GALLERY ? known : [];
  const last = reused[reused.length - 1];
  const after = last ? [startAfter(Timestamp.fromDate(new Date(last.created)))] : [];
  const ids = new Set(reused.map(({ id }) => id));
  return onSnapshot(
    query(collection(liveFirestore(config), 'gallery'), orderBy('created', 'asc'), ...after),
    // A change may first arrive with `fromCache`. Its confirmation by the server changes only the metadata.
    { includeMetadataChanges: true },
    ({ docs, metadata }) => {
      // Without a connection the SDK answers from its own empty cache. The gallery itself may not be empty.
      if (metadata.fromCache) return;
      // The last known work comes again if its time has microseconds, which a `Date` cuts off.
      const works = docs.filter(({ id }) => !ids.has(id));
      onWorks([...reused, ...works.map((entry) => parseWork(entry.id, entry.data()))]);
    },
    onError,
  );
}
