/** Helpers for the objects of a record: each usable picture and its thumbnail. */
import type { ObjectPart, PendingObject, PendingRequest } from './record';
import type { UploadedFile } from '../domain/types';

/** Which object of a record: the index of the image, and whether the image itself or its thumbnail. */
export interface ObjectPlace {
  index: number;
  part: ObjectPart;
}

export function objectAt(record: PendingRequest, { index, part }: ObjectPlace): PendingObject {
  return record.images[index]![part];
}

/** A copy of the record with this object at this place. */
export function withObject(
  record: PendingRequest,
  { index, part }: ObjectPlace,
  object: PendingObject,
): PendingRequest {
  return withImage(record, index, { ...record.images[index]!, [part]: object });
}

/** A copy of the record with this image at `index`. */
export function withImage(
  record: PendingRequest,
  index: number,
  image: PendingRequest['images'][0],
): PendingRequest {
  return { ...record, images: record.images.map((old, at) => (at === index ? image : old)) };
}

/** A copy of the record in which the image at `index` is left out. The others are sent, and a screen says so. */
export const leaveOut = (record: PendingRequest, index: number): PendingRequest =>
  withImage(record, index, { ...record.images[index]!, missing: true });

/** An object's path in Storage. */
export const pathOf = ({ id }: PendingRequest, { name }: PendingObject): string =>
  `requests/${id}/${name}`;

const usable = ({ images }: PendingRequest) => images.filter(({ missing }) => !missing);

/** The entries for the request's `files`. Call it once every object has its address. */
export function uploadedFiles(record: PendingRequest): UploadedFile[] {
  return usable(record).map(({ image, thumb }) => ({
    ref: pathOf(record, image),
    url: image.url ?? '',
    thumb: thumb.url ?? '',
    thumbRef: pathOf(record, thumb),
  }));
}

/** A copy of `value` without its member `key`. */
export function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = value;
  return rest;
}
