/**
 * What is read from the disk and from messages may come from another version of the app, a broken
 * profile or somebody's script: it is checked here and in record.ts, and nowhere else.
 */
import * as v from 'valibot';
import type { DeliveryEvent, Draft } from '../domain/outbox';
import { AnyFields, Attention, Count } from './record';
import type { Force } from './deliverer';
import type { StoredFile } from './schema';

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
