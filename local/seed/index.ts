/**
 * What a fresh backend holds: service types, the version, eight works with their pictures, a few
 * reviews. Written straight into the stores, because every browser test starts with one.
 */
import { readFileSync } from 'node:fs';
import type { GalleryWork } from '../../src/domain/types';
import {
  contentTypeOf,
  downloadAddress,
  GALLERY_CACHE,
  galleryFolder,
} from '../../tools/gallery/objects';
import { withTimestamp, workDocument, type DescribedWork } from '../../tools/gallery/workDocument';
import type { FirestoreStore, StoreWrite } from '../firestore/store';
import { normaliseFields } from '../firestore/values';
import { Double, toFields, type Plain } from '../protoJson';
import type { ProtoFields } from '../rules/types';
import type { ObjectStore } from '../storage/index';
import { CURRENT_VERSION, DOWNLOAD_ADDRESS, SAMPLE_REVIEWS, SERVICE_TYPES } from './documents';

export interface SeedTarget {
  firestore: FirestoreStore;
  objects: ObjectStore;
  /** Where browsers find Storage, e.g. `http://localhost:9199`: download addresses carry it. */
  storageOrigin: string;
}

/** Fills an empty backend; does nothing where any document is stored. */
export function seed(target: SeedTarget): void {
  if (target.firestore.snapshot().documents.length > 0) return;
  const works = readManifest().works.map((work) => seedWork(target, work));
  target.firestore.commit([
    document('version/current', { version: new Double(CURRENT_VERSION) }),
    document('configurations/configurations', {
      services_types: SERVICE_TYPES.map((type) => ({ ...type })),
      download_address: DOWNLOAD_ADDRESS(target.objects.bucket),
    }),
    ...works.map((work) => document(`gallery/${work.id}`, withTimestamp(work))),
    ...sampleReviews(works),
  ]);
}

function document(path: string, value: object): StoreWrite {
  return { path, fields: normaliseFields(toFields(value as Record<string, Plain>)) };
}

/** Each review with the marker that keeps its writer from a second one, as the rules want it. */
function sampleReviews(works: GalleryWork[]): StoreWrite[] {
  return SAMPLE_REVIEWS.flatMap(({ work, reviews }) => {
    const path = `gallery/${works[work]?.id}`;
    return reviews.flatMap((review) => [
      document(`${path}/reviews/${review.id}`, withTimestamp(review)),
      document(`${path}/reviewers/${review.user}`, { review: review.id }),
    ]);
  });
}

/** Stores a work's pictures; returns the document that shows them. */
function seedWork(
  { objects, storageOrigin: origin }: SeedTarget,
  work: DescribedWork,
): GalleryWork {
  const { bucket } = objects;
  return workDocument(work, (file) => {
    const name = galleryFolder(work.id) + file;
    const settings = { contentType: contentTypeOf(file), cacheControl: GALLERY_CACHE };
    objects.put(name, readPicture(file), settings);
    return downloadAddress({ origin, bucket, name });
  });
}

/**
 * Moves the download addresses in stored documents to another origin: kept data is opened again
 * under another port or host.
 */
export function rebaseAddresses(store: FirestoreStore, from: string, to: string): void {
  const start = (origin: string) => `"stringValue":"${origin}/`;
  const writes = store.snapshot().documents.flatMap(({ path, fields }) => {
    const json = JSON.stringify(fields);
    const moved = json.replaceAll(start(from), start(to));
    return moved === json ? [] : [{ path, fields: JSON.parse(moved) as ProtoFields }];
  });
  if (writes.length > 0) store.commit(writes);
}

const PICTURES = new URL('./pictures/', import.meta.url);

/** Kept for the life of the process: tests seed a fresh backend each, from the same bytes. */
const files = new Map<string, Buffer>();

function readPicture(name: string): Buffer {
  const bytes = files.get(name) ?? readFileSync(new URL(name, PICTURES));
  files.set(name, bytes);
  return bytes;
}

/** The eight works and the files of `pictures/` that show them. */
export function readManifest(): { works: DescribedWork[] } {
  return JSON.parse(readPicture('manifest.json').toString('utf8')) as { works: DescribedWork[] };
}
