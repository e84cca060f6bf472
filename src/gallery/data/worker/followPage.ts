/** The live gallery by Firestore's own SDK (WebChannel Listen). */
import {
  collection,
  connectFirestoreEmulator,
  documentId,
  endAt,
  initializeFirestore,
  onSnapshot,
  orderBy,
  query,
  startAfter,
  Timestamp,
  type Firestore,
} from 'firebase/firestore';
import type { GalleryWork } from '../../../domain/types';
import { firebaseApp } from '../../../firebase/app';
import type { BackendConfig } from '../../../firebase/config';
import { parseWork } from '../../../firebase/rest/parseDocuments';
import type { GalleryPage, GalleryPlace } from '../../port';
import { GALLERY_ORDER } from '../../../domain/constants';

let firestore: Firestore | undefined;

/** The SDK's client. It is created only once: each page of the gallery has a listener of its own. */
export function liveFirestore(config: BackendConfig): Firestore {
  if (firestore) return firestore;
  firestore = initializeFirestore(firebaseApp(config), {});
  if (__LOCAL__ && config.local) {
    const { hostname, port } = new URL(config.firestoreOrigin);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }
  return firestore;
}

/**
 * Calls `onWorks` with the works of a page, oldest first, now and after every change, until stopped (the site never
 * stops). The last page of the gallery has no end, so a new work appears on it. Firestore bills each work of a first
 * snapshot: following the pages that a visitor has asked for costs what was looked at.
 */
export function followPage(
  config: BackendConfig,
  { after, next }: Pick<GalleryPage, 'after' | 'next'>,
  onWorks: (works: GalleryWork[]) => void,
  onError: (error: unknown) => void,
): () => void {
  return onSnapshot(
    query(
      collection(liveFirestore(config), 'gallery'),
      orderBy(GALLERY_ORDER, 'asc'),
      orderBy(documentId(), 'asc'),
      ...(after ? [startAfter(timeOf(after), after.id)] : []),
      ...(next ? [endAt(timeOf(next), next.id)] : []),
    ),
    // A change may first arrive with `fromCache`. Its confirmation by the server changes only the metadata.
    { includeMetadataChanges: true },
    ({ docs, metadata }) => {
      // Without a connection the SDK answers from its own empty cache. The page itself may not be empty.
      if (metadata.fromCache) return;
      onWorks(docs.map((entry) => parseWork(entry.id, entry.data())));
    },
    onError,
  );
}

/** The time of a place as the SDK has it, with all digits. What is no time is a text that somebody has typed. */
function timeOf({ created }: GalleryPlace): unknown {
  const { timestampValue, stringValue } = created;
  if (typeof timestampValue !== 'string') return stringValue ?? null;
  const [seconds, fraction = ''] = timestampValue.replace(/Z$/, '').split('.');
  return new Timestamp(Date.parse(`${seconds}Z`) / 1000, Number(fraction.padEnd(9, '0')));
}
