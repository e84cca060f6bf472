/** The embedded backend with an empty gallery, and the SDK signed in at it as the owner, or as somebody else. */
import { deleteApp, initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore, setLogLevel } from 'firebase/firestore/lite';
import { afterEach, beforeEach } from 'vitest';
import { normaliseFields } from '../../backend/firestore/firestoreValues';
import { fromFields, toFields, type Plain } from '../../backend/protoJson';
import { SAMPLE_OWNER } from '../../tools/seed/seedDocuments';
import { PROJECT_ID } from '../../tools/start/siteBackend';
import { backend } from '../delivery/localBackend';
import { idToken } from '../support/idToken';

/** The claims of a Google account. */
const claimsOf = (email: string) => {
  const firebase = { sign_in_provider: 'google.com', identities: { 'google.com': ['109'] } };
  return { sub: 'uid-109', user_id: 'uid-109', email, email_verified: true, firebase };
};

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Deletes all works with their reviews and pictures, and what was removed. */
beforeEach(() => {
  const { firestore, storage } = backend;
  const works = firestore
    .snapshot()
    .documents.filter(({ path }) => /^(gallery|removed)[/]/.test(path));
  firestore.commit(works.map(({ path }) => ({ path, fields: null })));
  for (const { name } of storage.list()) storage.remove(name);
});

/** The SDK tells of every fault. */
setLogLevel('silent');
let opened = 0;

/** The SDK of a page where this address is signed in. */
export function signedIn(email = SAMPLE_OWNER) {
  opened += 1;
  const app = initializeApp({ projectId: PROJECT_ID }, `owner-${opened}`);
  cleanUps.push(() => deleteApp(app));
  const firestore = getFirestore(app);
  const token = idToken(claimsOf(email));
  const options = { mockUserToken: token };
  connectFirestoreEmulator(firestore, '127.0.0.1', backend.ports.firestore, options);
  return { firestore, authorization: async () => `Firebase ${token}` };
}

/** Where the bucket is. */
export const storageOf = ({ origins, bucket }: typeof backend) => ({
  storageOrigin: origins.storage,
  storageBucket: bucket,
});

/** Writes documents as the console does. */
export function put(documents: Record<string, Record<string, Plain>>): void {
  backend.firestore.commit(
    Object.entries(documents).map(([path, fields]) => ({
      path,
      fields: normaliseFields(toFields(fields)),
    })),
  );
}

/** Deletes a document as the console does. */
export function drop(path: string): void {
  backend.firestore.commit([{ path, fields: null }]);
}

/** The plain fields of a document; undefined if it is not there. */
export function get(path: string): Record<string, unknown> | undefined {
  const stored = backend.firestore.get(path);
  return stored ? (fromFields(stored.fields) as Record<string, unknown>) : undefined;
}
