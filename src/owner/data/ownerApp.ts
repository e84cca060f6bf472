import { initializeApp, type FirebaseApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore, type Firestore } from 'firebase/firestore/lite';
import type { BackendConfig } from '../../firebase/config';

/**
 * The Firebase app of the owner's page. It has a name of its own, so that the review area of the same browser is not
 * signed in as the owner.
 */
export function openOwnerApp(config: BackendConfig): {
  app: FirebaseApp;
  firestore: Firestore;
} {
  const { projectId, apiKey, authDomain, appId, storageBucket } = config;
  const app = initializeApp({ projectId, apiKey, authDomain, appId, storageBucket }, 'owner');
  const firestore = getFirestore(app);
  if (__LOCAL__ && config.local) {
    const { hostname, port } = new URL(config.firestoreOrigin);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }
  return { app, firestore };
}
