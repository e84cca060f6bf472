import type { GalleryWork, ServiceType } from '../../domain/types';
import type { BackendConfig } from '../config';
import { getDocument } from './firestoreDocuments';
import type { CallOptions } from './httpCall';
import { parseServiceTypes, parseVersion, parseWork } from './parseDocuments';
import type { ReadResult } from '../../lib/results';

/** The read value after `parse`. The read counts as `failed` if `parse` returns undefined. */
export async function parsed<A, B>(
  reading: Promise<ReadResult<A>>,
  parse: (value: A) => B | undefined,
): Promise<ReadResult<B>> {
  const read = await reading;
  if (!read.ok) return read;
  const value = parse(read.value);
  return value === undefined ? { ok: false, reason: 'failed' } : { ok: true, value };
}

/** Reads one work. If no document can have this id, the work is missing and the server is not asked. */
export async function readWork(
  config: BackendConfig,
  id: string,
  options: CallOptions = {},
): Promise<ReadResult<GalleryWork>> {
  if (!isDocumentId(id)) return { ok: false, reason: 'missing' };
  return parsed(getDocument(config, `gallery/${id}`, options), ({ id, fields, createTime }) =>
    parseWork(id, fields, createTime),
  );
}

export function readServiceTypes(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<ServiceType[]>> {
  const read = getDocument(config, 'configurations/configurations', options);
  return parsed(read, ({ fields }) => parseServiceTypes(fields));
}

/** Reads the stored version, never from a cache. The read counts as `failed` if it is not a number. */
export function readVersion(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<number>> {
  const read = getDocument(config, 'version/current', { ...options, cache: 'no-store' });
  return parsed(read, ({ fields }) => parseVersion(fields));
}

/** Firestore's limits for a document id: up to 1,500 bytes, no slash, not `.` or `..`, not `__…__`. */
export function isDocumentId(id: string): boolean {
  return (
    id !== '' &&
    !id.includes('/') &&
    !/^(\.\.?|__.*__)$/.test(id) &&
    new TextEncoder().encode(id).length <= 1500
  );
}
