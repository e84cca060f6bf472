/** How requests become records, are listed while they wait, and go back into the form. */
import {
  type ChosenFile,
  type OutboxSummary,
  type PendingRequest,
  shownStep,
} from '../domain/outbox';
import { newRandomId, newRequestId, type RandomInteger } from '../domain/ids';
import { FIELD_LIMITS, MAX_CATEGORIES } from '../domain/constants';
import type { LoadedDraft } from '../domain/ports';
import type { RequestFields } from '../domain/types';
import { TEXT_FIELDS } from '../domain/validation';
import type { OutboxStore } from './store';

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

/** A record at its first step, its images as they were chosen. */
export function newRecord(parts: RecordParts): PendingRequest {
  const { fields, images, savedAt, random, newKey } = parts;
  return {
    key: newKey(),
    revision: newKey(),
    id: newRequestId(random),
    fields,
    images: images.map(({ id, name }) => ({
      name,
      chosen: id,
      image: { type: '', size: 0 },
      thumb: { type: '', size: 0 },
    })),
    savedAt,
    step: 'create',
    tries: 0,
    attempts: 0,
    notBefore: 0,
  };
}

/** The record that takes the place of `old`: where the text has arrived already, only images go. */
export function succeed(record: PendingRequest, old: PendingRequest): PendingRequest {
  if (old.step === 'create') return record;
  const same = JSON.stringify(sorted(old.fields)) === JSON.stringify(sorted(record.fields));
  return same ? { ...record, id: old.id, step: 'upload' } : record;
}

function sorted(fields: RequestFields): [string, unknown][] {
  return Object.entries(fields).sort(([a], [b]) => a.localeCompare(b));
}

/** What pictures are sent as, for one whose type was lost. */
const USUAL_TYPE = 'image/jpeg';

/** The content of a record that needs attention, for the form; an image that is lost is not in it. */
export async function contentOf(store: OutboxStore, key: string): Promise<LoadedDraft | undefined> {
  const record = await store.read(key);
  if (!record?.needsAttention) return undefined;
  const images: ChosenFile[] = [];
  for (const [index, { name, chosen, image }] of record.images.entries()) {
    const type = image.type || USUAL_TYPE;
    const bytes = await store.bytes(key, { index, part: 'image' });
    const file =
      chosen === undefined ? bytes && new Blob([bytes], { type }) : await store.file(chosen);
    // In Safari a Blob from the database ends with the entry that it came from.
    const copy = await file?.arrayBuffer().catch(() => undefined);
    if (file && copy) {
      const { type } = file;
      images.push({ id: newRandomId(), name, type, file: new Blob([copy], { type }) });
    }
  }
  return { fields: record.fields, images, replaces: key };
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
