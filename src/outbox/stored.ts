/**
 * What is read from the disk and from messages may come from another version of the app, a broken
 * profile or somebody's script: it is checked here, and nowhere else.
 */
import * as v from 'valibot';
import type { DeliveryEvent, Draft, PendingRequest } from '../domain/outbox';
import type { RequestFields } from '../domain/types';
import { EMPTY_FIELDS } from '../domain/validation';
import type { Force } from './deliverer';
import type { StoredFile } from './schema';

/** A count or a time in milliseconds; at most the latest time that a `Date` can hold. */
const Count = v.custom<number>(
  (value) => typeof value === 'number' && value >= 0 && value <= 8.64e15,
);
const True = v.custom<true>((value) => value === true);
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
  id: v.custom<string>((id) => /^[1-9][0-9]{9}$/.test(String(id))),
  fields: Fields,
  images: v.array(Image),
  savedAt: Count,
  step: v.picklist(['create', 'upload', 'attach', 'done']),
  attempts: Count,
  notBefore: Count,
  unreached: v.exactOptional(True),
  tries: Count,
  confirmed: v.exactOptional(v.boolean()),
  renamed: v.exactOptional(v.boolean()),
  forPage: v.exactOptional(True),
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
  bytes: v.exactOptional(v.custom<ArrayBuffer>((value) => value instanceof ArrayBuffer)),
  file: v.exactOptional(v.custom<Blob>((value) => value instanceof Blob)),
});
const OldDraft = v.object({
  fields: AnyFields,
  images: v.fallback(v.array(OldImage), []),
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
    const file = image.bytes ?? image.file;
    return file ? [{ id: image.id, name: image.name, type: image.type, file }] : [];
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

const Progress = v.object({ sentBytes: Count, totalBytes: Count, count: Count, total: Count });
/** What each kind of event says beside its record's key. */
const EVENTS: Record<DeliveryEvent['type'], v.GenericSchema> = {
  created: v.object({ id: v.string() }),
  progress: v.object({ progress: Progress }),
  sent: v.object({ id: v.string() }),
  postponed: v.object({ notBefore: Count }),
  refused: v.object({ attention: Attention }),
  undecoded: v.object({}),
  removed: v.object({}),
  saved: v.object({}),
};

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

export function isEventMessage(data: unknown): data is EventMessage {
  const { type, event } = Object(data) as Partial<EventMessage>;
  const known = Object.hasOwn(EVENTS, event?.type ?? '') ? EVENTS[event!.type] : undefined;
  return (
    type === 'outbox.event' &&
    known !== undefined &&
    v.is(v.string(), event!.key) &&
    v.is(known, event)
  );
}

export function isDeliverMessage(data: unknown): data is DeliverMessage {
  const { type, force } = Object(data) as Partial<DeliverMessage>;
  return type === 'outbox.deliver' && [undefined, true, false, 'unreached'].includes(force);
}
