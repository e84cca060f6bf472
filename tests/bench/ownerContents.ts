/** A large gallery with reviews, as an owner who has used the site for years finds it, and the owner's kept sign-in. */
import { createHash } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithCredential,
} from 'firebase/auth';
import type { Backend } from '../../backend/backend';
import { normaliseFields } from '../../backend/firestore/firestoreValues';
import { fromFields, toFields, type Plain } from '../../backend/protoJson';
import { SAMPLE_OWNER } from '../../tools/seed/seedDocuments';
import { starsOf } from '../support/manyReviews';

const DAY = 24 * 60 * 60_000;
const START = Date.UTC(2020, 0, 1);

/**
 * Replaces the samples by so many works with the samples' pictures, which are at `storage` (an origin), each under an
 * address of its own, and gives them so many reviews by turns. So the newest reviews are of as many works.
 */
export function storeWorksAndReviews(
  { firestore, origins }: Backend,
  { works, reviews, storage }: { works: number; reviews: number; storage: string },
): void {
  const samples = firestore.list('gallery').map(({ fields }) => fromFields(fields));
  const old = firestore.snapshot().documents.filter(({ path }) => path.startsWith('gallery/'));
  firestore.commit(old.map(({ path }) => ({ path, fields: null })));
  const put = (path: string, fields: Record<string, Plain>) => ({
    path,
    fields: normaliseFields(toFields(fields)),
  });
  firestore.commit(
    Array.from({ length: works }, (_, n) => {
      // The name of a file begins with its photo's hash, which no compression makes smaller.
      const unlike = (address: string) =>
        `${address.replace(origins.storage, storage)}&of=${hash(`${n} ${photoOf(address)}`)}`;
      const sample = JSON.stringify(samples[n % samples.length]);
      const fields = JSON.parse(sample.replaceAll(/http:[^"]*/g, unlike)) as Record<string, Plain>;
      const created = new Date(START + n * DAY);
      return put(`gallery/kitchen-${n + 1}`, { ...fields, title: `Kitchen ${n + 1}`, created });
    }),
  );
  firestore.commit(
    Array.from({ length: reviews }, (_, n) => {
      const id = hash(`review ${n}`);
      return put(`gallery/kitchen-${((n * 7919) % works) + 1}/reviews/${id}`, {
        id,
        text: `${TEXTS[n % TEXTS.length]} (${hash(`text ${n}`)})`,
        stars: starsOf(n),
        user: `writer-${n}`,
        created: new Date(START + n * 1000),
      });
    }),
  );
}

/** The address without the width and the format. */
const photoOf = (address: string) => address.replace(/-(?:\d+|thumb)\.\w+\?.*$/, '');

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

const TEXTS = [
  'You would never guess this was the old honey oak. Done in four days, and not one drip.',
  'Lovely finish and a very tidy crew. One hinge needed a second visit the next morning.',
  'Four samples until we chose the sage. All the patience in the world.',
];

/** What identifies a page's Firebase app in the browser's database. */
export interface PageApp {
  name: string;
  apiKey: string;
}

/** What Auth keeps of the owner's sign-in at this app: the value in its database (`firebaseLocalStorageDb`). */
export async function ownersSession({ origins }: Backend, { name, apiKey }: PageApp) {
  const app = initializeApp({ projectId: 'demo-cabinets', apiKey }, name);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, origins.auth, { disableWarnings: true });
  // The emulators take the claims of Google's token as plain JSON.
  const claims = { sub: '109', email: SAMPLE_OWNER, email_verified: true, name: 'Olivia Owner' };
  const credential = GoogleAuthProvider.credential(JSON.stringify(claims));
  const { user } = await signInWithCredential(auth, credential);
  const kept = user.toJSON() as Kept;
  await deleteApp(app);
  return kept;
}

export interface Kept {
  apiKey: string;
  appName: string;
  stsTokenManager: { expirationTime: number };
}

/** As the next day finds it: the ID token is over. */
export const overnight = (kept: Kept): Kept => ({
  ...kept,
  stsTokenManager: { ...kept.stsTokenManager, expirationTime: 0 },
});
