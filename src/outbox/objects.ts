/** The objects of a record: each picture that can be used, and its thumbnail. */
import type { UploadProgress } from '../domain/outbox';
import type { ObjectPart, PendingObject, PendingRequest } from './record';

/** Which object of a record: index of the image, and itself or its thumbnail. */
export interface ObjectPlace {
  index: number;
  part: ObjectPart;
}

export function objectAt(record: PendingRequest, { index, part }: ObjectPlace): PendingObject {
  return record.images[index]![part];
}

export const usable = ({ images }: PendingRequest) => images.filter(({ missing }) => !missing);

/** How far the images of a record are. */
export function progressOf(record: PendingRequest): UploadProgress {
  const images = usable(record);
  const objects = images.flatMap(({ image, thumb }) => [image, thumb]);
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    sentBytes: sum(objects.map(({ url, size, offset = 0 }) => (url === undefined ? offset : size))),
    totalBytes: sum(objects.map(({ size }) => size)),
    count: images.filter(({ image, thumb }) => image.url && thumb.url).length,
    total: images.length,
  };
}
