/** The reads of the screens, as `ReadResult`s: the product's documents by Firestore REST v1. */
import type { ReadResult, ReviewPage } from '../../ports/reads';
import type { GalleryWork, QuoteName, Review, ServiceType } from '../../domain/types';
import type { BackendConfig } from '../config';
import { getDocument, listDocuments, listFirst, type Document } from './firestore';
import type { CallOptions } from './http';
import { parseQuotes, parseReview, parseServiceTypes, parseVersion, parseWork } from './parse';

/** The read value after `parse`. The read counts as `failed` if `parse` returns undefined. */
async function parsed<A, B>(
  reading: Promise<ReadResult<A>>,
  parse: (value: A) => B | undefined,
): Promise<ReadResult<B>> {
  const read = await reading;
  if (!read.ok) return read;
  const value = parse(read.value);
  return value === undefined ? { ok: false, reason: 'failed' } : { ok: true, value };
}

const toWork = ({ id, fields, createTime }: Document) => parseWork(id, fields, createTime);

/** All works, oldest first. */
export function readGallery(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<GalleryWork[]>> {
  const query = { orderBy: 'created', ...options };
  return parsed(listDocuments(config, 'gallery', query), (works) => works.map(toWork));
}

/** One work. If no document can have this id, the work is missing and the server is not asked. */
export async function readWork(
  config: BackendConfig,
  id: string,
  options: CallOptions = {},
): Promise<ReadResult<GalleryWork>> {
  if (!isDocumentId(id)) return { ok: false, reason: 'missing' };
  return parsed(getDocument(config, `gallery/${id}`, options), toWork);
}

/**
 * How many reviews are read at once. A work with fewer is one list, as it always was: complete in the worker's cache,
 * and counted by the page itself.
 */
export const REVIEWS_PAGE = 100;

/** The newest reviews of a work. */
export async function readReviewPage(
  config: BackendConfig,
  workId: string,
  options: CallOptions = {},
): Promise<ReadResult<ReviewPage>> {
  if (!isDocumentId(workId)) return { ok: false, reason: 'missing' };
  const query = { orderBy: 'created desc', pageSize: REVIEWS_PAGE, ...options };
  const page = listFirst(config, `gallery/${workId}/reviews`, query);
  return parsed(page, ({ documents, isCut }) => reviewPage(documents, isCut));
}

/** A page of reviews from its documents, newest first; `isCut`: there may be more. */
export function reviewPage(documents: Document[], isCut: boolean): ReviewPage {
  const last = isCut ? documents[documents.length - 1] : undefined;
  return {
    reviews: documents.flatMap(toReview),
    ...(last && { next: { id: last.id, created: String(last.fields['created']) } }),
  };
}

const toReview = ({ id, fields, createTime }: Document) =>
  parseReview(id, fields, createTime) ?? [];

/** All reviews of a work, newest first: for the build, which counts their stars and quotes what the owner has chosen. */
export async function readReviews(
  config: BackendConfig,
  workId: string,
  options: CallOptions = {},
): Promise<ReadResult<Review[]>> {
  if (!isDocumentId(workId)) return { ok: false, reason: 'missing' };
  const query = { orderBy: 'created desc', ...options };
  return parsed(listDocuments(config, `gallery/${workId}/reviews`, query), (reviews) =>
    reviews.flatMap(toReview),
  );
}

/** The service types a request can name. */
export function readServiceTypes(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<ServiceType[]>> {
  const read = getDocument(config, 'configurations/configurations', options);
  return parsed(read, ({ fields }) => parseServiceTypes(fields));
}

/** The reviews that the owner has chosen to be quoted: for the build. */
export function readQuotes(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<QuoteName[]>> {
  const read = getDocument(config, 'configurations/configurations', options);
  return parsed(read, ({ fields }) => parseQuotes(fields));
}

/** The stored version, never from a cache. `failed` if it is not a number. */
export function readVersion(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<number>> {
  const read = getDocument(config, 'version/current', { ...options, cache: 'no-store' });
  return parsed(read, ({ fields }) => parseVersion(fields));
}

/** Firestore's limits for a document id: up to 1,500 bytes, no slash, not `.` or `..`, not `__…__`. */
function isDocumentId(id: string): boolean {
  return (
    id !== '' &&
    !id.includes('/') &&
    !/^(\.\.?|__.*__)$/.test(id) &&
    new TextEncoder().encode(id).length <= 1500
  );
}
