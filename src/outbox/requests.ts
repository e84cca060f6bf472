/** How requests become records, and are listed while they wait. */
import { type OutboxSummary, type PendingRequest, shownStep } from '../domain/outbox';
import { newRandomId, newRequestId, type RandomInteger } from '../domain/ids';
import { FIELD_LIMITS, MAX_CATEGORIES } from '../domain/constants';
import type { RequestFields } from '../domain/types';
import { TEXT_FIELDS } from '../domain/validation';

/** A unique string for keys and revisions: 20 characters, also where there is no secure context. */
export const newKey = (): string => newRandomId() + newRandomId();

interface RecordParts {
  fields: RequestFields;
  images: { id: string; name: string }[];
  /** Milliseconds since 1970. */
  savedAt: number;
  random?: RandomInteger;
  newKey: () => string;
}

/**
 * A record at its first step, its images as they were chosen. Where it takes the place of `old` whose
 * text has arrived already, only images go.
 */
export function newRecord(parts: RecordParts, old?: PendingRequest): PendingRequest {
  const { fields, images, savedAt, random, newKey } = parts;
  const isCreated = old && old.step !== 'create' && isSame(old.fields, fields);
  return {
    key: newKey(),
    revision: newKey(),
    id: isCreated ? old.id : newRequestId(random),
    fields,
    images: images.map(({ id, name }) => ({
      name,
      chosen: id,
      image: { type: '', size: 0 },
      thumb: { type: '', size: 0 },
    })),
    savedAt,
    step: isCreated ? 'upload' : 'create',
    tries: 0,
    attempts: 0,
    notBefore: 0,
  };
}

function isSame(...both: [RequestFields, RequestFields]): boolean {
  const [a, b] = both.map((fields) =>
    JSON.stringify(Object.entries(fields).sort(([a], [b]) => a.localeCompare(b))),
  );
  return a === b;
}

/** A record without its bytes, as screens list it. */
export function summaryOf(record: PendingRequest): OutboxSummary {
  const { key, id, fields, images, savedAt, attempts, notBefore } = record;
  const { needsAttention, forPage } = record;
  return {
    key,
    id,
    fields: withinLimits(fields),
    imageNames: images.map(({ name }) => name),
    savedAt,
    step: shownStep(record),
    attempts,
    notBefore,
    ...(needsAttention && { needsAttention }),
    ...(forPage && { forPage }),
  };
}

/** What no form has let in is only listed: a screen need not lay out megabytes. */
function withinLimits(fields: RequestFields): RequestFields {
  const texts = TEXT_FIELDS.map((name) => [name, fields[name].slice(0, FIELD_LIMITS[name])]);
  const categories = fields.categories.slice(0, MAX_CATEGORIES);
  return { ...fields, ...Object.fromEntries(texts), categories };
}
