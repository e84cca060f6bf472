/** What the screens read, as `ReadResult`s: the product's own documents over Firestore REST v1. */
import type { ReadResult } from '../../domain/ports';
import type { GalleryWork, Review, ServiceType } from '../../domain/types';
import type { BackendConfig } from '../config';
import { getDocument, listDocuments, type Document } from './firestore';
import type { CallOptions } from './http';
import { parseReview, parseServiceTypes, parseVersion, parseWork } from './parse';

/** All works, oldest first. */
export async function readGallery(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<GalleryWork[]>> {
  const read = await listDocuments(config, 'gallery', { orderBy: 'created', ...options });
  return read.ok ? { ok: true, value: read.value.map(toWork) } : read;
}

const toWork = ({ id, fields, createTime }: Document) => parseWork(id, fields, createTime);

/** One work; an id that no document can have is missing without asking. */
export async function readWork(
  config: BackendConfig,
  id: string,
  options: CallOptions = {},
): Promise<ReadResult<GalleryWork>> {
  if (!isDocumentId(id)) return { ok: false, reason: 'missing' };
  const read = await getDocument(config, `gallery/${id}`, options);
  return read.ok ? { ok: true, value: toWork(read.value) } : read;
}

/** The reviews of a work, newest first. */
export async function readReviews(
  config: BackendConfig,
  workId: string,
  options: CallOptions = {},
): Promise<ReadResult<Review[]>> {
  if (!isDocumentId(workId)) return { ok: false, reason: 'missing' };
  const query = { orderBy: 'created desc', ...options };
  const read = await listDocuments(config, `gallery/${workId}/reviews`, query);
  if (!read.ok) return read;
  const reviews = read.value
    .map(({ id, fields, createTime }) => parseReview(id, fields, createTime))
    .filter((review) => review !== undefined);
  return { ok: true, value: reviews };
}

/** The service types that a request can name. */
export async function readServiceTypes(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<ServiceType[]>> {
  const read = await getDocument(config, 'configurations/configurations', options);
  return read.ok ? { ok: true, value: parseServiceTypes(read.value.fields) } : read;
}

/** The stored version, never from a cache; `failed` when it is not a number. */
export async function readVersion(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<number>> {
  const read = await getDocument(config, 'version/current', { ...options, cache: 'no-store' });
  if (!read.ok) return read;
  const version = parseVersion(read.value.fields);
  return version === undefined ? { ok: false, reason: 'failed' } : { ok: true, value: version };
}

/** Firestore: up to 1,500 bytes, no slash, not `.` or `..`, not `__…__`. */
function isDocumentId(id: string): boolean {
  return (
    id !== '' &&
    !id.includes('/') &&
    !/^(\.\.?|__.*__)$/.test(id) &&
    new TextEncoder().encode(id).length <= 1500
  );
}
