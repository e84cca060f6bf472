/** How requests are saved, and listed while they wait. */
import { newRandomId, newRequestId, type RandomInteger } from '../domain/ids';
import { FIELD_LIMITS, MAX_CATEGORIES } from '../domain/limits';
import type { OutboxSummary, PendingObject, PendingRequest, PreparedImage } from '../domain/outbox';
import type { SaveOptions, SaveResult } from '../domain/ports';
import type { RequestFields } from '../domain/types';
import { TEXT_FIELDS } from '../domain/validation';
import { StorageError, type OutboxStore } from './store';

export interface SaveDeps {
  store: OutboxStore;
  now: () => number;
  random: RandomInteger;
  newKey: () => string;
}

/** A unique string for keys and revisions: 20 characters, also where there is no secure context. */
export const newKey = (): string => newRandomId() + newRandomId();

/** A record at its first step. */
export function newRecord(
  { now, random, newKey }: Omit<SaveDeps, 'store'>,
  fields: RequestFields,
  images: PreparedImage[],
  key = newKey(),
): PendingRequest {
  const object = (type: string, bytes: ArrayBuffer): PendingObject => ({
    type,
    size: bytes.byteLength,
  });
  return {
    key,
    revision: newKey(),
    id: newRequestId(random),
    fields,
    images: images.map(({ name, type, bytes, thumb }) => ({
      name,
      image: object(type, bytes),
      thumb: object(thumb.type, thumb.bytes),
    })),
    savedAt: now(),
    step: 'create',
    tries: 0,
    attempts: 0,
    notBefore: 0,
  };
}

/**
 * Saves a request and its pictures in one strict transaction and clears the draft with it. It takes
 * the place of `replaces`, if that still needs attention. Where it was not saved, or may not have been,
 * `record` is what would have been: sent directly or as `prepared` of another try it stays the same one.
 */
export async function saveRequest(
  deps: SaveDeps,
  fields: RequestFields,
  images: PreparedImage[],
  { replaces, key, drafts }: SaveOptions = {},
  prepared?: PendingRequest,
): Promise<SaveResult & { record?: PendingRequest }> {
  const { store } = deps;
  let record = prepared ?? newRecord(deps, fields, images, key);
  try {
    if (await isKnown(store, record.key)) {
      await store.clearDraft(drafts);
      return { outcome: 'saved', key: record.key, already: true };
    }
    const old = replaces === undefined ? undefined : await store.read(replaces);
    record = succeed(record, old);
    await store.save({
      record,
      images,
      ...(old?.needsAttention && { replaces: old.key }),
      ...(drafts && { drafts }),
    });
    return { outcome: 'saved', key: record.key };
  } catch (error) {
    if (error instanceof StorageError) return { outcome: error.outcome, record };
    if (error instanceof DOMException) return { outcome: 'unavailable', record };
    throw error;
  }
}

/** Whether a request waits, or was sent, under this key. */
async function isKnown(store: OutboxStore, key: string): Promise<boolean> {
  if (await store.read(key)) return true;
  return (await store.receipts()).some((receipt) => receipt.key === key);
}

/** When the old record's text is already with the business and did not change, only pictures go. */
function succeed(record: PendingRequest, old: PendingRequest | undefined): PendingRequest {
  if (!old?.needsAttention || old.step === 'create') return record;
  const same = JSON.stringify(sorted(old.fields)) === JSON.stringify(sorted(record.fields));
  return same ? { ...record, id: old.id, step: 'upload' } : record;
}

function sorted(fields: RequestFields): [string, unknown][] {
  return Object.entries(fields).sort(([a], [b]) => a.localeCompare(b));
}

/** Everything that waits, oldest first, without its bytes. */
export async function listRequests(store: OutboxStore): Promise<OutboxSummary[]> {
  return (await store.list()).map(summaryOf);
}

function summaryOf(record: PendingRequest): OutboxSummary {
  const { key, id, fields, images, savedAt, step, attempts, notBefore, needsAttention } = record;
  return {
    key,
    id,
    fields: withinLimits(fields),
    imageNames: images.map(({ name }) => name),
    savedAt,
    step: step === 'done' ? 'attach' : step,
    attempts,
    notBefore,
    ...(needsAttention && { needsAttention }),
  };
}

/** What no form has let in is only listed: a screen need not lay out megabytes. */
function withinLimits(fields: RequestFields): RequestFields {
  const texts = TEXT_FIELDS.map((name) => [name, fields[name].slice(0, FIELD_LIMITS[name])]);
  const categories = fields.categories.slice(0, MAX_CATEGORIES);
  return { ...fields, ...Object.fromEntries(texts), categories };
}
