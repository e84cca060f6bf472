import { parseObject } from '../httpHelpers';
import { badRequest, StorageError } from './storageErrors';
import { SETTING_NAMES, type ObjectSettings, type StoredObject } from './objectStore';

/** An object's metadata in the format of the Firebase Storage API v0 (@firebase/storage, metadata.ts), without checksums. */
export function toMetadata(object: StoredObject): Record<string, unknown> {
  const fileName = object.name.slice(object.name.lastIndexOf('/') + 1);
  return {
    name: object.name,
    bucket: object.bucket,
    generation: String(object.generation),
    metageneration: String(object.metageneration),
    contentType: object.contentType,
    timeCreated: object.timeCreated,
    updated: object.updated,
    storageClass: 'STANDARD',
    size: String(object.size),
    etag: etag(object),
    contentEncoding: object.contentEncoding ?? 'identity',
    contentDisposition:
      object.contentDisposition ?? `inline; filename*=utf-8''${encodeURIComponent(fileName)}`,
    ...(object.contentLanguage !== null && { contentLanguage: object.contentLanguage }),
    ...(object.cacheControl !== null && { cacheControl: object.cacheControl }),
    downloadTokens: object.tokens.join(','),
  };
}

export function etag(object: StoredObject): string {
  return `${object.generation}-${object.metageneration}`;
}

/** Reads the settings of an upload. A setting that the client did not send is left out. */
export function parseSettings(text: string): Partial<ObjectSettings> {
  const body = text.trim() === '' ? {} : parseObject(text);
  if (!body) throw badRequest('Invalid JSON.');
  if (body['metadata'] !== undefined)
    throw new StorageError(501, 'UNIMPLEMENTED: custom metadata (local Storage).');
  const settings: Partial<ObjectSettings> = {};
  for (const key of SETTING_NAMES) {
    const value = body[key];
    if (value === undefined) continue;
    if (value !== null && typeof value !== 'string') throw badRequest(`${key} is not a string.`);
    if (value !== null && /\p{Cc}/u.test(value))
      throw badRequest(`${key} has a control character.`);
    settings[key] = value;
  }
  return settings;
}
