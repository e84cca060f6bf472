/**
 * What is read from the disk and from messages may come from another version of the app, a broken
 * profile or somebody's script: it is checked here, and nowhere else.
 */
import * as v from 'valibot';
import type { Draft } from '../domain/draft';
import type { DeliveryEvent, PendingRequest } from '../domain/outbox';
import type { RequestFields } from '../domain/types';
import { EMPTY_FIELDS } from '../domain/validation';
import type { Force } from './deliverer';
import type { StoredFile } from './schema';

/** A count or a time in milliseconds; at most the latest time that a `Date` can hold. */
const Count = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15));
const Step = v.picklist(['create', 'upload', 'attach']);

const Fields = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  address: v.string(),
  description: v.string(),
  categories: v.array(v.string()),
});
/** What can be read of them. */
const AnyFields = v.fallback(
  v.object({
    ...Object.fromEntries(
      Object.keys(EMPTY_FIELDS).map((name) => [name, v.fallback(v.string(), '')]),
    ),
    categories: v.fallback(v.array(v.string()), []),
  }) as unknown as v.GenericSchema<unknown, RequestFields>,
  EMPTY_FIELDS,
);

const PendingObject = v.looseObject({
  type: v.string(),
  size: Count,
  object: v.exactOptional(v.string()),
  session: v.exactOptional(v.string()),
  offset: v.exactOptional(Count),
  url: v.exactOptional(v.string()),
  rechecked: v.exactOptional(v.boolean()),
  restarts: v.exactOptional(Count),
});
const Image = v.looseObject({
  name: v.string(),
  chosen: v.exactOptional(v.string()),
  image: PendingObject,
  thumb: PendingObject,
});
const LOST = { type: '', size: 0 };
const LOST_IMAGE = { name: '', image: LOST, thumb: LOST };
const Attention = v.object({ step: Step, status: Count, message: v.string() });

const Record = v.looseObject({
  key: v.string(),
  revision: v.string(),
  id: v.pipe(v.string(), v.regex(/^[1-9][0-9]{9}$/)),
  fields: Fields,
  images: v.array(Image),
  savedAt: Count,
  step: v.picklist(['create', 'upload', 'attach', 'done']),
  attempts: Count,
  notBefore: Count,
  unreached: v.exactOptional(v.literal(true)),
  tries: Count,
  confirmed: v.exactOptional(v.boolean()),
  renamed: v.exactOptional(v.boolean()),
  forPage: v.exactOptional(v.literal(true)),
  needsAttention: v.exactOptional(Attention),
});
const DamagedRecord = v.object({
  key: v.fallback(v.string(), ''),
  revision: v.fallback(v.string(), ''),
  id: v.fallback(v.string(), ''),
  fields: AnyFields,
  images: v.fallback(v.array(v.fallback(Image, LOST_IMAGE)), []),
  savedAt: v.fallback(Count, 0),
});

/** A record; one that does not fit needs the visitor's attention, with whatever is left of it. */
export function readRecord(value: unknown): PendingRequest {
  const whole = v.safeParse(Record, value);
  if (whole.success) return whole.output;
  return {
    ...v.parse(DamagedRecord, value),
    step: 'create',
    attempts: 0,
    notBefore: 0,
    tries: 0,
    needsAttention: {
      step: 'create',
      status: 0,
      message: 'This request was damaged on this device.',
    },
  };
}

const StoredDraft = v.object({
  fields: AnyFields,
  images: v.fallback(v.array(v.object({ id: v.string(), name: v.string(), type: v.string() })), []),
  replaces: v.exactOptional(v.string()),
});

/** The usable parts of a draft; undefined where there is none. */
export function readDraft(value: unknown): Draft | undefined {
  const read = v.safeParse(StoredDraft, value);
  return read.success ? read.output : undefined;
}

/** An image of a draft of version 1: prepared already, or the chosen file. */
const OldImage = v.object({
  id: v.string(),
  name: v.string(),
  type: v.string(),
  bytes: v.optional(v.instance(ArrayBuffer)),
  file: v.optional(v.instance(Blob)),
});
const OldDraft = v.object({
  fields: AnyFields,
  images: v.fallback(v.array(v.fallback(v.nullable(OldImage), null)), []),
  replaces: v.exactOptional(v.string()),
});

/** The draft of version 1, by its parts' keys. */
export function readOldDraft(
  parts: Record<string, unknown>,
): { draft: Draft; files: Omit<StoredFile, 'addedAt'>[] } | undefined {
  const read = v.safeParse(OldDraft, parts);
  if (!read.success || !('fields' in parts || 'images' in parts)) return undefined;
  const { fields, images, replaces } = read.output;
  const files = images.flatMap((image) => {
    const file = image?.bytes ?? image?.file;
    return image && file ? [{ id: image.id, name: image.name, type: image.type, file }] : [];
  });
  return {
    draft: {
      fields,
      images: files.map(({ id, name, type }) => ({ id, name, type })),
      ...(replaces !== undefined && { replaces }),
    },
    files,
  };
}

const Key = { key: v.string() };
const Event = v.variant('type', [
  v.object({ type: v.literal('created'), ...Key, id: v.string() }),
  v.object({
    type: v.literal('progress'),
    ...Key,
    progress: v.object({ sentBytes: Count, totalBytes: Count, count: Count, total: Count }),
  }),
  v.object({ type: v.literal('sent'), ...Key, id: v.string() }),
  v.object({ type: v.literal('postponed'), ...Key, notBefore: Count }),
  v.object({ type: v.literal('refused'), ...Key, attention: Attention }),
  v.object({ type: v.literal('undecoded'), ...Key }),
  v.object({ type: v.literal('removed'), ...Key }),
  v.object({ type: v.literal('saved'), ...Key }),
]);
const EventMessage = v.object({ type: v.literal('outbox.event'), event: Event });
const DeliverMessage = v.object({
  type: v.literal('outbox.deliver'),
  force: v.exactOptional(v.union([v.boolean(), v.literal('unreached')])),
});

/** Worker or page to every page, on a BroadcastChannel: what a delivery came to. */
export interface EventMessage {
  type: 'outbox.event';
  event: DeliveryEvent;
}

/** Page to worker: deliver now; `force` ignores back-off. */
export interface DeliverMessage {
  type: 'outbox.deliver';
  force?: Force;
}

export const isEventMessage = (data: unknown): data is EventMessage => v.is(EventMessage, data);
export const isDeliverMessage = (data: unknown): data is DeliverMessage =>
  v.is(DeliverMessage, data);
