/** What a choice of pictures does to the request form: which are added, where they stand, and which are not added. */
import type { ChosenImage, RejectedFile } from '../src/domain/types';
import {
  roomFor,
  withChanged,
  type Choice,
  type FileBeingRead,
  type RequestFormContext,
  type RequestFormEvent,
} from './requestFormTypes';

type EventOf<Type extends RequestFormEvent['type']> = Extract<RequestFormEvent, { type: Type }>;
type WithImages = Pick<RequestFormContext, 'content' | 'choice'>;

/** The files of a new choice are being read. What was said of an earlier choice goes. */
export const withReading = (choice: Choice, files: FileBeingRead[]): Choice => ({
  ...choice,
  reading: [...choice.reading, ...files],
  number: choice.number + 1,
  rejected: [],
});

export const withoutReading = (choice: Choice, ids: readonly string[]): Choice => ({
  ...choice,
  reading: choice.reading.filter(({ id }) => !ids.includes(id)),
});

/** Adds as many of the images as there is room for, and says which were not added. */
export function withImages(
  { content, choice }: WithImages,
  { images: chosen, rejected, place, read }: EventOf<'images.chosen'>,
): WithImages {
  // The files of one choice may come one by one. What the form says of them stays together.
  const number = read ? choice.number : choice.number + 1;
  const before = read ? choice.rejected : [];
  const room = roomFor(content.images);
  const images = [...content.images, ...chosen.slice(0, room)];
  return {
    content: { ...content, images, changed: withChanged(content, 'images') },
    choice: {
      ...withoutReading(choice, read ?? []),
      number,
      rejected: [...before, ...rejected, ...rejectedAs('tooMany', namesOf(chosen.slice(room)))],
      places: placesOf(images, choice.places, place),
    },
  };
}

/** Removes an image; the others stay in their places. With a `reason` the form says why it was removed. */
export function withoutImage(
  { content, choice }: WithImages,
  { id, reason }: EventOf<'image.removed'>,
): WithImages {
  const image = content.images.find((one) => one.id === id);
  const { [id]: _, ...places } = choice.places;
  const before = choice.rejected.filter((file) => file.reason !== 'tooMany');
  return {
    content: {
      ...content,
      images: content.images.filter((one) => one !== image),
      changed: withChanged(content, 'images'),
    },
    choice: {
      ...choice,
      places,
      rejected: reason && image ? [...before, ...rejectedAs(reason, [image.name])] : [],
    },
  };
}

/** A place for each image: the one it has, then `wished` for the first new one, then the first free ones. */
export function placesOf(
  images: readonly ChosenImage[],
  before: Choice['places'],
  wished = 0,
): Choice['places'] {
  const places: Choice['places'] = {};
  for (const { id } of images) if (before[id] !== undefined) places[id] = before[id];
  let next = wished;
  for (const { id } of images) {
    if (places[id] !== undefined) continue;
    const taken = Object.values(places);
    if (taken.includes(next)) next = 0;
    while (taken.includes(next)) next += 1;
    places[id] = next;
  }
  return places;
}

/** Names of files, for `rejectedAs`. */
export const namesOf = (images: readonly ChosenImage[]): string[] => images.map(({ name }) => name);

/** `lost`: pictures that were in the form before, and that its visitor is asked for again. */
export const rejectedAs = (
  reason: RejectedFile['reason'],
  names: readonly string[] = [],
): RejectedFile[] => names.map((name) => ({ name, reason }));
