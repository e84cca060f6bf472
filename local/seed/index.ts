/**
 * What a fresh backend holds: service types, the version, eight works with their pictures, a few
 * reviews. Written straight into the stores, because every browser test starts with one.
 */
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { CoverImage, GalleryWork, WorkImage } from '../../src/domain/types';
import type { FirestoreStore, StoreWrite } from '../firestore/store';
import { normaliseFields } from '../firestore/values';
import { Double, toFields, type Plain } from '../protoJson';
import type { ObjectStore } from '../storage/index';
import {
  CURRENT_VERSION,
  DOWNLOAD_ADDRESS,
  SAMPLE_REVIEWS,
  SERVICE_TYPES,
  withTimestamp,
} from './documents';
import { readManifest, readPicture, type ManifestImage, type ManifestWork } from './manifest';

export interface SeedTarget {
  firestore: FirestoreStore;
  objects: ObjectStore;
  /** Where browsers find Storage, e.g. `http://localhost:9199`: download addresses carry it. */
  storageOrigin: string;
}

const GALLERY_CACHE = 'public, max-age=31536000, immutable';

const CONTENT_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

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
function seedWork({ objects, storageOrigin }: SeedTarget, work: ManifestWork): GalleryWork {
  const upload = (file: string): string => {
    const name = `gallery/${work.id}/${file.slice(file.lastIndexOf('/') + 1)}`;
    const token = fixedToken(name);
    const contentType = CONTENT_TYPES[extname(file).toLowerCase()];
    if (!contentType) throw new Error(`${file}: no picture that the seed knows.`);
    objects.put(name, readPicture(file), { contentType, cacheControl: GALLERY_CACHE }, token);
    const path = `/v0/b/${objects.bucket}/o/${encodeURIComponent(name)}`;
    return `${storageOrigin}${path}?alt=media&token=${token}`;
  };
  const image = (picture: ManifestImage): WorkImage => ({
    url: upload(picture.file),
    alt: picture.alt,
    width: picture.width,
    height: picture.height,
    sources: picture.sources.map(({ file, width, type }) => ({ url: upload(file), width, type })),
  });
  const cover: CoverImage = { ...image(work.cover), thumb: upload(work.cover.thumb) };
  return {
    id: work.id,
    title: work.title,
    created: work.created,
    cover,
    before: work.before.map(image),
    after: work.after.map(image),
  };
}

/** A download token in the form of the service's (UUID), the same at every start. */
function fixedToken(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}
