/**
 * Removing a work, taking a review down, and undoing both. The document is moved by one batch to a copy that only owners
 * read, with the server's time (firestore.rules); undo is the same batch the other way round, for a week. Firestore Lite
 * (REST v1) reads and writes them, so that a copy has every field, of whatever type; a float that is whole becomes an int.
 */
import {
  arrayRemove,
  collection,
  collectionGroup,
  doc,
  endBefore,
  orderBy,
  query,
  serverTimestamp,
  Timestamp,
  type DocumentData,
  type DocumentReference,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  type Transaction,
} from 'firebase/firestore/lite';
import { parseReview, parseWork } from '../../firebase/rest/parseDocuments';
import { quotePath } from '../../firebase/rest/quotes';
import { fieldsOf } from '../../firebase/rest/httpCall';
import type { QuoteName } from '../../domain/types';
import type { RemovedWork, TakenDownReview } from '../ports';
import {
  Conflict,
  failedOwnerWrite,
  getAt,
  inTransaction,
  readPage,
  written,
} from './firestoreCalls';

/** As long as the rules let an owner put something back, in milliseconds. */
const WEEK = 7 * 24 * 60 * 60_000;

/** A document's place, where its copy goes, and what the copy calls it. */
interface Move {
  place: string;
  copy: string;
  key: 'work' | 'review';
}
const moveOfWork = (id: string): Move => ({
  place: `gallery/${id}`,
  copy: `removed/${id}`,
  key: 'work',
});
const moveOfReview = (name: QuoteName): Move => ({
  place: quotePath(name),
  copy: `gallery/${name.work}/takenDown/${name.review}`,
  key: 'review',
});

/** `now`: by the site's clock. */
export function removals(firestore: Firestore, now: () => Date) {
  const at = (path: string) => doc(firestore, path);
  const configuration = at('configurations/configurations');
  const weekAgo = () => Timestamp.fromMillis(now().getTime() - WEEK);
  const isThere = async (path: string) => (await getAt(firestore, path)).exists();

  /**
   * Runs a move. One that fails may be done all the same: an earlier try has arrived, or another owner did the same. So it
   * looks in both places. After a conflict the document may be in the old place, because another owner has moved it there
   * and back. It may also seem to be in neither or in both, because another owner moves it between the two looks. In these
   * cases the move is tried again.
   */
  const move = async (
    from: string,
    to: string,
    run: (transaction: Transaction) => Promise<void>,
    tries = 3,
  ): Promise<void> => {
    try {
      await inTransaction(firestore, run);
    } catch (error) {
      const isConflict = error instanceof Conflict;
      if (!isConflict && failedOwnerWrite(error) !== 'refused') throw error;
      const [isThereStill, isMoved] = await Promise.all([isThere(from), isThere(to)]);
      if (isMoved && !isThereStill) return;
      if (!isConflict || tries === 1) throw error;
      await move(from, to, run, tries - 1);
    }
  };

  const remove = async ({ place, copy, key }: Move) => {
    // What is read in a transaction and is not there cannot be left alone: the rules are asked about it.
    const isConfigured = await isThere(configuration.path);
    await move(place, copy, async (transaction) => {
      const found = await transaction.get(at(place));
      if (!found.exists()) throw new Conflict('It is gone.');
      if (isConfigured) await dropQuotes(transaction, configuration, place);
      transaction.set(at(copy), { [key]: found.data(), at: serverTimestamp() });
      transaction.delete(at(place));
    });
  };

  const restore = ({ place, copy, key }: Move) =>
    move(copy, place, async (transaction) => {
      const found = await transaction.get(at(copy));
      if (!found.exists()) throw new Conflict('It is gone.');
      const { at: removedAt, [key]: data } = found.data();
      if (endOf(removedAt) <= now().getTime()) throw new Conflict('The week is over.');
      transaction.set(at(place), data as DocumentData);
      transaction.delete(at(copy));
    });

  return {
    works: {
      /** Takes a work out of the gallery, its reviews out of sight, and these out of the quotes. */
      remove: (id: string) => written(() => remove(moveOfWork(id))),
      restore: (id: string) => written(() => restore(moveOfWork(id))),
      /** What can be put back, the last removed first. Rejects when it cannot be read. */
      removed: (after?: unknown) =>
        readCopies(
          collection(firestore, 'removed'),
          weekAgo(),
          after,
          (entry, until): RemovedWork => {
            const { title, cover, created } = parseWork(entry.id, fieldsOf(entry.data()['work']));
            return { id: entry.id, title, cover, created, until };
          },
        ),
    },
    reviews: {
      takeDown: (name: QuoteName) => written(() => remove(moveOfReview(name))),
      /** Puts it back as it was; a conflict where its work is removed. It is not quoted again. */
      restore: (name: QuoteName) =>
        written(async () => {
          // The rules refuse it then.
          if (!(await isThere(`gallery/${name.work}`))) throw new Conflict('Its work is removed.');
          await restore(moveOfReview(name));
        }),
      /** What can be put back, the last taken down first. Rejects when it cannot be read. */
      takenDown: (after?: unknown) =>
        readCopies(collectionGroup(firestore, 'takenDown'), weekAgo(), after, (entry, until) => {
          const review = parseReview(entry.id, fieldsOf(entry.data()['review']));
          const work = entry.ref.parent.parent;
          return review && work
            ? ({ work: work.id, review, until } satisfies TakenDownReview)
            : undefined;
        }),
    },
  };
}

/**
 * Takes the moved review from the quotes, or all reviews of the moved work: anybody may post a review with such a name
 * later. `place` is named even where it is no quote. So something is written in any case, and the write fails if another
 * owner chooses a quote meanwhile.
 */
async function dropQuotes(
  transaction: Transaction,
  configuration: DocumentReference,
  place: string,
): Promise<void> {
  const { quotes } = (await transaction.get(configuration)).data() ?? {};
  const gone = (Array.isArray(quotes) ? quotes : []).filter(
    (entry) => typeof entry === 'string' && entry.startsWith(`${place}/`),
  );
  transaction.update(configuration, { quotes: arrayRemove(place, ...gone) });
}

/** A page of the copies that are no older, the last removed first. */
const readCopies = <Item>(
  copies: Query,
  oldest: Timestamp,
  after: unknown,
  toItem: (entry: QueryDocumentSnapshot, until: string) => Item | undefined,
) =>
  readPage(query(copies, orderBy('at', 'desc'), endBefore(oldest)), after, (entry) =>
    toItem(entry, new Date(endOf(entry.data()['at'])).toISOString()),
  );

/** When what was removed at this time can be put back no more, in milliseconds since 1970. */
const endOf = (at: unknown): number => (at instanceof Timestamp ? at.toMillis() + WEEK : 0);
