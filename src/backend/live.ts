/**
 * The live gallery: Firestore's own SDK (WebChannel Listen). 119 kB brotli, so this module is only
 * ever imported when the page is idle and the connection is good (src/app/follow.ts).
 */
import { initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  initializeFirestore,
  onSnapshot,
  orderBy,
  query,
} from 'firebase/firestore';
import type { GalleryWork } from '../domain/types';
import type { BackendConfig } from './config';
import { toWork } from './rest/works';

/** Calls `onWorks` with all works, oldest first, now and after every change, until stopped. */
export function followGallery(
  config: BackendConfig,
  onWorks: (works: GalleryWork[]) => void,
  onError: (error: unknown) => void,
): () => void {
  const app = initializeApp(
    { projectId: config.projectId, apiKey: config.apiKey, appId: config.appId },
    'live',
  );
  const firestore = initializeFirestore(app, {});
  if (__LOCAL__ && config.local) {
    const { hostname, port } = new URL(config.firestoreOrigin);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }
  return onSnapshot(
    query(collection(firestore, 'gallery'), orderBy('created', 'asc')),
    (snapshot) => onWorks(snapshot.docs.flatMap((entry) => toWork(entry.id, entry.data()) ?? [])),
    onError,
  );
}
