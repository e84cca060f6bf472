import { createHash } from 'node:crypto';
import type { Backend } from '../../backend/backend';
import { normaliseFields } from '../../backend/firestore/firestoreValues';
import { fromFields, toFields, type Plain } from '../../backend/protoJson';
import type { ServiceRequest } from '../../src/domain/types';

/** A document of `requests` as plain values, with whatever keys it really has. */
export type StoredRequest = ServiceRequest & Record<string, unknown>;

export interface StoredFile {
  name: string;
  contentType: string | null;
  size: number;
  /** Hex. */
  sha256: string;
  bytes: Buffer;
}

export function storedRequests(backend: Backend): StoredRequest[] {
  return backend.firestore
    .list('requests')
    .map(({ fields }) => fromFields(fields) as StoredRequest)
    .toSorted((a, b) => (a.created < b.created ? -1 : 1));
}

export function storedObjects(backend: Backend): StoredFile[] {
  return backend.storage
    .list()
    .filter(({ name }) => name.startsWith('requests/'))
    .map((object) => {
      const bytes = backend.storage.bytes(object);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { name, contentType, size } = object;
      return { name, contentType, size, sha256, bytes };
    });
}

/** Writes a document as the owner does in the console; undefined deletes it. */
export async function storeDocument(
  backend: Backend,
  path: string,
  fields: Record<string, Plain> | undefined,
): Promise<void> {
  backend.firestore.commit([{ path, fields: fields ? normaliseFields(toFields(fields)) : null }]);
}

/** Moves a work or a review away, as an owner has done so many milliseconds ago. */
export function moveAway(backend: Backend, place: string, ago: number): void {
  const { fields } = backend.firestore.get(place)!;
  const isReview = place.includes('/reviews/');
  const [path, key] = isReview
    ? [place.replace('/reviews/', '/takenDown/'), 'review']
    : [place.replace('gallery/', 'removed/'), 'work'];
  const at = { timestampValue: new Date(Date.now() - ago).toISOString() };
  backend.firestore.commit([
    { path: place, fields: null },
    { path, fields: { [key]: { mapValue: { fields } }, at } },
  ]);
}

export interface StoredWork {
  id: string;
  title: string;
  created: string;
  cover: { url: string; thumb: string };
  before: { url: string }[];
  after: { url: string }[];
}

/** The works, in the gallery's order. */
export const storedWorks = (backend: Backend): StoredWork[] =>
  backend.firestore
    .list('gallery')
    .map(({ path, fields }) => ({ ...(fromFields(fields) as object), id: path.split('/')[1]! }))
    .map((work) => work as StoredWork)
    .toSorted((a, b) => (a.created < b.created ? -1 : 1));

/** The id of the first work. */
export const firstWork = (backend: Backend): string => storedWorks(backend)[0]!.id;

/**
 * Replaces the samples by works with a picture address each, so that fetches can be told apart. Without covers, the
 * gallery fetches no picture.
 */
export function storeWorks(backend: Backend, count: number, hasCovers = true): void {
  const { url, thumb } = storedWorks(backend)[0]!.cover;
  const old = backend.firestore.list('gallery').map(({ path }) => ({ path, fields: null }));
  const works = Array.from({ length: count }, (_, index) => {
    const picture = (address: string) => `${address}&work=${index + 1}`;
    const fields: Record<string, Plain> = {
      title: `Kitchen number ${index + 1}`,
      created: new Date(Date.UTC(2020, 0, 1, 0, index)),
      cover: hasCovers
        ? {
            url: picture(url),
            thumb: picture(thumb),
            width: 800,
            height: 600,
            placeholder: `${1000 + index}`.repeat(12),
          }
        : {},
      before: [{ url: picture(url) }],
      after: [{ url: picture(url) }],
    };
    return { path: `gallery/kitchen-${index + 1}`, fields: toFields(fields) };
  });
  backend.firestore.commit([...old, ...works]);
}
