/**
 * What the owner's page reads and writes in Firestore, by subject. Lists of works and their titles are public reads; all
 * others are by Firestore Lite (firestoreCalls.ts).
 */
import type { Firestore } from 'firebase/firestore/lite';
import type { BackendConfig } from '../../firebase/config';
import type { Page } from '../ports';
import { removals } from './removals';
import { requests } from './requests';
import { configuration, readsOfReviews } from './reviews';
import { createTitles, readsOfWorks } from './works';

export type OwnerDocuments = ReturnType<typeof createOwnerDocuments>;

/** `now`: by the site's clock. */
export function createOwnerDocuments(config: BackendConfig, firestore: Firestore, now: () => Date) {
  const titled = createTitles(config);
  const withTitles =
    <Item extends { work: string }>(read: (after?: unknown) => Promise<Page<Item, unknown>>) =>
    async (after?: unknown) => {
      const page = await read(after);
      return { ...page, items: await titled(page.items, ({ work }) => work) };
    };
  const reviews = readsOfReviews(firestore);
  const removed = removals(firestore, now);
  const { quotes, services } = configuration(firestore);
  return {
    works: { ...readsOfWorks(config, firestore), ...removed.works },
    reviews: {
      ...reviews,
      ...removed.reviews,
      list: withTitles(reviews.list),
      takenDown: withTitles(removed.reviews.takenDown),
    },
    quotes: {
      ...quotes,
      list: async () => titled(await quotes.list(), ({ name }) => name?.work),
    },
    requests: requests(firestore),
    services,
  };
}
