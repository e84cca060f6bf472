import { initializeApp, type FirebaseApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore, type Firestore } from 'firebase/firestore/lite';
import { connectStorageEmulator, getStorage, type FirebaseStorage } from 'firebase/storage';
import type { BackendConfig } from '../../firebase/config';

/** Milliseconds for which the SDK repeats an upload or a list that gets no answer. The page itself goes on later. */
const RETRY_TIME = 60_000;

/**
 * The Firebase app of the owner's page. It has a name of its own, so that the review area of the same browser is not
 * signed in as the owner.
 */
export function openOwnerApp(config: BackendConfig): {
  app: FirebaseApp;
  firestore: Firestore;
  storage: FirebaseStorage;
} {
  const { projectId, apiKey, authDomain, appId, storageBucket } = config;
  const app = initializeApp({ projectId, apiKey, authDomain, appId, storageBucket }, 'owner');
  const firestore = getFirestore(app);
  const storage = getStorage(app);
  storage.maxUploadRetryTime = RETRY_TIME;
  storage.maxOperationRetryTime = RETRY_TIME;
  if (__LOCAL__ && config.local) {
    const places = [config.firestoreOrigin, config.storageOrigin].map((origin) => new URL(origin));
    connectFirestoreEmulator(firestore, places[0]!.hostname, Number(places[0]!.port));
    connectStorageEmulator(storage, places[1]!.hostname, Number(places[1]!.port));
  }
  return { app, firestore, storage };
}
