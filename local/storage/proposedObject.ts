import type { RulesObject } from '../rules/types';
import type { ObjectSettings } from './objects';

/** An object that is not stored yet, as rules see it in `request.resource`. */
export function proposedObject(
  bucket: string,
  name: string,
  settings: ObjectSettings,
  size: number,
  now: Date,
): RulesObject {
  return {
    ...settings,
    contentType: settings.contentType ?? 'application/octet-stream',
    name,
    bucket,
    size,
    md5Hash: null,
    crc32c: null,
    generation: 0,
    metageneration: 0,
    timeCreated: now.toISOString(),
    updated: now.toISOString(),
  };
}
