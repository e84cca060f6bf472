/**
 * The content of a fresh backend. It is written directly into the stores, because that is fast and every browser test
 * starts with a fresh backend.
 */
import { readFileSync } from 'node:fs';
import { CLIENT_VERSION } from '../../src/domain/constants';
import type { GalleryWork } from '../../src/domain/types';
import {
  contentTypeOf,
  downloadAddress,
  PICTURE_CACHE_CONTROL,
  galleryFolder,
} from '../../src/domain/workFiles';
import { describeImage } from '../gallery/describe';
import { ownerPath } from '../owners';
import { quotePath } from '../../src/firebase/rest/quotes';
import { withTimestamp, workDocument, type DescribedWork } from '../../src/domain/workDocument';
import type { Contents } from '../../backend/backend';
import type { StoreWrite } from '../../backend/firestore/firestoreStore';
import { normaliseFields } from '../../backend/firestore/firestoreValues';
import { fromFields, toFields, type Plain } from '../../backend/protoJson';
import {
  DOWNLOAD_ADDRESS,
  SAMPLE_OWNER,
  SAMPLE_QUOTES,
  SAMPLE_REVIEWS,
  sampleGoogleId,
  SERVICE_TYPES,
} from './seedDocuments';

/**
 * Fills a new backend. An older one may have been made under another name of this machine: the pictures of requests get
 * addresses under the name of `host`.
 */
export function seed(contents: Contents, isNew: boolean, host: string): void {
  const { firestore, objects } = contents;
  const address = { download_address: DOWNLOAD_ADDRESS(objects.bucket, host) };
  if (isNew) fill(contents, address);
  else {
    const stored = firestore.get(CONFIGURATIONS);
    if (stored)
      firestore.commit([document(CONFIGURATIONS, { ...fromFields(stored.fields), ...address })]);
  }
}

const CONFIGURATIONS = 'configurations/configurations';

function fill(contents: Contents, address: { download_address: string }): void {
  const works = readManifest().works.map((work) => seedWork(contents, work));
  contents.firestore.commit([
    document('version/current', { version: CLIENT_VERSION }),
    document(CONFIGURATIONS, {
      services_types: SERVICE_TYPES.map((type) => ({ ...type })),
      quotes: SAMPLE_QUOTES.map(({ work, review }) => quotePath({ work: works[work]!.id, review })),
      ...address,
    }),
    document(ownerPath(SAMPLE_OWNER), {}),
    ...works.map((work) => document(`gallery/${work.id}`, withTimestamp(work))),
    ...sampleReviews(works),
  ]);
}

function document(path: string, value: object): StoreWrite {
  return { path, fields: normaliseFields(toFields(value as Record<string, Plain>)) };
}

/**
 * The sample reviews. Each has the marker of its writer's Google account; the rules use it to refuse a second review.
 */
function sampleReviews(works: GalleryWork[]): StoreWrite[] {
  return SAMPLE_REVIEWS.flatMap(({ work, reviews }) => {
    const path = `gallery/${works[work]?.id}`;
    return reviews.flatMap((review) => [
      document(`${path}/reviews/${review.id}`, withTimestamp(review)),
      document(`${path}/reviewers/${sampleGoogleId(review.user)}`, { review: review.id }),
    ]);
  });
}

function seedWork({ objects, origin }: Contents, work: DescribedWork): GalleryWork {
  const { bucket } = objects;
  return workDocument(work, (file) => {
    const name = galleryFolder(work.id) + file;
    const settings = { contentType: contentTypeOf(file), cacheControl: PICTURE_CACHE_CONTROL };
    objects.put(name, readPicture(file), settings);
    return downloadAddress({ origin: origin('storage'), bucket, name });
  });
}

const PICTURES = new URL('./pictures/', import.meta.url);

/** The files that were read, kept while the process runs: each test fills a fresh backend from the same bytes. */
const files = new Map<string, Buffer>();

function readPicture(name: string): Buffer {
  const bytes = files.get(name) ?? readFileSync(new URL(name, PICTURES));
  files.set(name, bytes);
  return bytes;
}

/** The size of the widest files, in pixels. */
const FULL_SIZE = { width: 1600, height: 1200 };

interface SamplePicture {
  alt: string;
  placeholder: string;
}

/** A work as `manifest.json` has it: the names of its files follow from its id, and from the places of its pictures. */
interface SampleWork extends Pick<DescribedWork, 'id' | 'title' | 'created'> {
  before: SamplePicture[];
  /** The first one is on the card as well. */
  after: [SamplePicture, ...SamplePicture[]];
}

/** The sample works, with the names of their files. */
export function readManifest(): { works: DescribedWork[] } {
  const text = readPicture('manifest.json').toString('utf8');
  const { works } = JSON.parse(text) as { works: SampleWork[] };
  return { works: works.map(describeSample) };
}

function describeSample({ id, title, created, before, after }: SampleWork): DescribedWork {
  const describe = (phase: string) => (picture: SamplePicture, index: number) => ({
    ...describeImage(`${id}-${phase}-${index + 1}`, { ...picture, ...FULL_SIZE }),
    alt: picture.alt,
  });
  return {
    id,
    title,
    created,
    cover: { ...describe('after')(after[0], 0), thumb: `${id}-thumb.webp` },
    before: before.map(describe('before')),
    after: after.map(describe('after')),
  };
}
