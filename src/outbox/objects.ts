/** The objects of a record: each picture that can be used, and its thumbnail. */
import type { ObjectPart, PendingObject, PendingRequest } from './record';
import type { UploadedFile } from '../domain/types';

/** Which object of a record: index of the image, and itself or its thumbnail. */
export interface ObjectPlace {
  index: number;
  part: ObjectPart;
}

export function objectAt(record: PendingRequest, { index, part }: ObjectPlace): PendingObject {
  return record.images[index]![part];
}

/** The record with another object in that place. */
export function withObject(
  record: PendingRequest,
  { index, part }: ObjectPlace,
  object: PendingObject,
): PendingRequest {
  return withImage(record, index, { ...record.images[index]!, [part]: object });
}

/** The record with another image in that place. */
export function withImage(
  record: PendingRequest,
  index: number,
  image: PendingRequest['images'][0],
): PendingRequest {
  return { ...record, images: record.images.map((old, at) => (at === index ? image : old)) };
}

/** The record without the image at `index`: the others are attached, and the visitor is told. */
export const leaveOut = (record: PendingRequest, index: number): PendingRequest =>
  withImage(record, index, { ...record.images[index]!, missing: true });

/** An object's path in Storage. */
export const pathOf = ({ id }: PendingRequest, { name }: PendingObject): string =>
  `requests/${id}/${name}`;

const usable = ({ images }: PendingRequest) => images.filter(({ missing }) => !missing);

/** The entries of the request's `files`; call it when every object has its address. */
export function uploadedFiles(record: PendingRequest): UploadedFile[] {
  return usable(record).map(({ image, thumb }) => ({
    ref: pathOf(record, image),
    url: image.url ?? '',
    thumb: thumb.url ?? '',
    thumbRef: pathOf(record, thumb),
  }));
}

/** A copy without one of its members. */
export function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = value;
  return rest;
}
