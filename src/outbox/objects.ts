/** The objects of a record: each picture that can be used, and its thumbnail. */
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
