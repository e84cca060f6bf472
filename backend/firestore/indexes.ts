/**
 * Whether the index of a query is there. Firestore has both orders of every field of a collection by itself. An entry
 * of `fieldOverrides` takes the place of these, and only an entry makes an index of a collection group
 * (https://firebase.google.com/docs/reference/firestore/indexes). Google's emulator looks at no indexes.
 */
import { readFileSync } from 'node:fs';
import { FirestoreError, unimplemented } from './firestoreErrors';
import { lastSegment } from './paths';
import type { Query } from './query';

interface IndexFile {
  indexes?: unknown[];
  fieldOverrides?: {
    collectionGroup: string;
    fieldPath: string;
    indexes: { order?: string; queryScope: string }[];
  }[];
}

export type CheckIndex = (query: Pick<Query, 'collection' | 'isGroup' | 'order'>) => void;

/**
 * Reads a file like `firestore.indexes.json`; without one, a project has the indexes that every project has. The
 * returned function throws FAILED_PRECONDITION for a query whose index is not there.
 */
export function createIndexCheck(file?: string): CheckIndex {
  const { indexes = [], fieldOverrides = [] } =
    file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as IndexFile);
  if (indexes.length > 0) throw unimplemented('an index of several fields');
  return ({ collection, isGroup, order }) => {
    const [first, second] = order.filter(({ path }) => path[0] !== '__name__');
    if (second && isGroup) throw unimplemented('a collection group in an order of several fields');
    if (!first || second) return;
    const direction = first.isDescending ? 'DESCENDING' : 'ASCENDING';
    const scope = isGroup ? 'COLLECTION_GROUP' : 'COLLECTION';
    const name = lastSegment(collection);
    const field = first.path.join('.');
    const override = fieldOverrides.find(
      ({ collectionGroup, fieldPath }) => collectionGroup === name && fieldPath === field,
    );
    const isThere = override
      ? override.indexes.some((one) => one.order === direction && one.queryScope === scope)
      : !isGroup;
    if (isThere) return;
    throw new FirestoreError(
      'FAILED_PRECONDITION',
      `The query requires a ${scope}_${first.isDescending ? 'DESC' : 'ASC'} index for collection ${name} and field ${field}.`,
    );
  };
}
