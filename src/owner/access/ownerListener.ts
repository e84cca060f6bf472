/** Listens to an account's own document among the owners. Only this needs the large Firestore SDK, so it is loaded late. */
import type { FirebaseApp } from 'firebase/app';
import { connectFirestoreEmulator, doc, initializeFirestore, onSnapshot } from 'firebase/firestore';
import type { BackendConfig } from '../../firebase/config';
import type { FollowOwnership } from '../ports';

export function openOwnerListener(config: BackendConfig, app: FirebaseApp): FollowOwnership {
  const firestore = initializeFirestore(app, {});
  if (__LOCAL__ && config.local) {
    const { hostname, port } = new URL(config.firestoreOrigin);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }
  return (email, onAnswer, onError) =>
    onSnapshot(
      doc(firestore, 'owners', email),
      { includeMetadataChanges: true },
      (snapshot) => {
        // Without a connection the SDK answers from its own empty cache.
        if (!snapshot.metadata.fromCache) onAnswer(snapshot.exists());
      },
      onError,
    );
}
