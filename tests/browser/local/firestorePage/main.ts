// The whole Firestore SDK in a page, for tests to call; the service's origin comes in the address.
import { initializeApp } from 'firebase/app';
import * as firestore from 'firebase/firestore';

/** What a listener was told last, and how often. */
export interface Followed {
  ids: string[];
  documents: unknown[];
  fromCache: boolean;
  snapshots: number;
  error: string | null;
  stop(): void;
}

export interface Sdk extends Omit<typeof firestore, 'default'> {
  db: firestore.Firestore;
  /** Listens and keeps what it hears under a name. */
  follow(name: string, query: firestore.Query | firestore.DocumentReference): void;
  followed: Record<string, Followed>;
}

declare global {
  interface Window {
    sdk: Sdk;
  }
}

const parameters = new URLSearchParams(location.search);
const { hostname, port } = new URL(parameters.get('firestore')!);
const app = initializeApp({ projectId: 'demo-cabinets', apiKey: 'any' });
const db = firestore.initializeFirestore(app, {
  experimentalForceLongPolling: parameters.has('longPolling'),
});
const uid = parameters.get('uid');
firestore.connectFirestoreEmulator(
  db,
  hostname,
  Number(port),
  // Without `iat` the SDK makes a token of 1970, which has expired.
  uid === null ? {} : { mockUserToken: { sub: uid, iat: Math.floor(Date.now() / 1000) } },
);

const followed: Record<string, Followed> = {};

window.sdk = {
  ...firestore,
  db,
  followed,
  follow(name, query) {
    const entry: Followed = {
      ids: [],
      documents: [],
      fromCache: true,
      snapshots: 0,
      error: null,
      stop: () => {},
    };
    followed[name] = entry;
    const hear = (documents: firestore.DocumentSnapshot[], fromCache: boolean) => {
      entry.ids = documents.map(({ id }) => id);
      entry.documents = documents.map((document) => document.data());
      entry.fromCache = fromCache;
      entry.snapshots += 1;
    };
    const fail = (error: firestore.FirestoreError) => {
      entry.error = error.code;
    };
    entry.stop =
      query.type === 'document'
        ? firestore.onSnapshot(
            query,
            (one) => hear(one.exists() ? [one] : [], one.metadata.fromCache),
            fail,
          )
        : firestore.onSnapshot(query, (all) => hear(all.docs, all.metadata.fromCache), fail);
  },
};
