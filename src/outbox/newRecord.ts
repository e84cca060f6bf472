/** A new record, made of what the form has; and what stays of it once it is sent. */
import type { EpochMs } from '../domain/clock';
import { newRandomId, newReceipt, newRequestId, type RandomInteger } from '../domain/ids';
import type { RequestFields } from '../domain/requestFields';
import type { Subject } from '../domain/subject';
import type { ChosenImage, SentRequest } from '../domain/types';
import type { SpamSignals } from '../ports/outbox';
import { EMPTY_OBJECT, FIRST_STEP, type PendingRequest } from './record';

/** A unique string of 20 characters for keys and revisions. It also works without a secure context. */
export const newKey = (): string => newRandomId() + newRandomId();

interface RecordParts {
  fields: RequestFields;
  images: ChosenImage[];
  /** Files that are still being read, and until when the record waits for them. */
  awaited?: readonly Pick<ChosenImage, 'id' | 'name'>[] | undefined;
  awaitedUntil?: EpochMs;
  /** Names of files that do not belong to it. */
  leftOut?: readonly string[] | undefined;
  subject?: Subject;
  signals: SpamSignals;
  draftId?: string;
  savedAt: EpochMs;
  random?: RandomInteger;
  newKey: () => string;
}

/** A new record at its first step. Its images are chosen files that are not prepared yet. */
export function newRecord(parts: RecordParts): PendingRequest {
  const { fields, images, subject, signals, draftId, savedAt, random, newKey } = parts;
  const { awaited = [], awaitedUntil = savedAt, leftOut = [] } = parts;
  // These object names are also in the upload ticket, so they never change.
  const picture = ({ id, name }: { id: string; name: string }, type = '') => ({
    name,
    chosen: id,
    image: { ...EMPTY_OBJECT, name: objectName(type, random) },
    thumb: { ...EMPTY_OBJECT, name: `${newRandomId(random)}.jpg` },
  });
  return {
    key: newKey(),
    revision: newKey(),
    id: newRequestId(random),
    fields,
    images: [
      ...images.map((image) => picture(image, image.type)),
      ...awaited.map((file) => ({ ...picture(file), awaitedUntil })),
      ...leftOut.map((name) => ({
        name,
        missing: true as const,
        image: EMPTY_OBJECT,
        thumb: EMPTY_OBJECT,
      })),
    ],
    ...(subject && { subject }),
    receipt: newReceipt(random),
    ...(draftId !== undefined && { draftId }),
    signals,
    savedAt,
    ...FIRST_STEP,
  };
}

/**
 * A new name for the object of an image of this type by its bytes. It is chosen before the image is prepared, and most
 * prepared images are JPEGs. If one is not, the object's content type is right and its extension is not.
 */
function objectName(type: string, random?: RandomInteger): string {
  const [, extension = 'jpg'] = /^image[/](heic|heif|avif)$/.exec(type) ?? [];
  return `${newRandomId(random)}.${extension}`;
}

/** What the device remembers of a record that was sent at `sentAt`. */
export const sentRequestOf = (
  { key, id, draftId }: PendingRequest,
  sentAt: EpochMs,
): SentRequest => ({ key, id, ...(draftId !== undefined && { draftId }), sentAt });
