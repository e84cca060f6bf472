/**
 * The live gallery: Firestore's own SDK (WebChannel Listen). 119 kB brotli, so this module is only
 * ever imported when the page is idle and the connection is good (src/app/follow.ts).
 */
import {
  collection,
  connectFirestoreEmulator,
  initializeFirestore,
  onSnapshot,
  orderBy,
  query,
  type Firestore,
} from 'firebase/firestore';
import type { GalleryWork } from '../domain/types';
import { firebaseApp } from './app';
import type { BackendConfig } from './config';
import { parseWork } from './rest';

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

/** Calls `onWorks` with all works, oldest first, now and after every change, until stopped. */
export function followGallery(
  config: BackendConfig,
  onWorks: (works: GalleryWork[]) => void,
  onError: (error: unknown) => void,
): () => void {
  return onSnapshot(
    query(collection(liveFirestore(config), 'gallery'), orderBy('created', 'asc')),
    ({ docs, metadata }) => {
      // Without a connection the SDK answers from its own empty memory: that is no empty gallery.
      if (metadata.fromCache) return;
      onWorks(docs.map((entry) => parseWork(entry.id, entry.data())));
    },
    onError,
  );
}
