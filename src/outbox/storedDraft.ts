/** The draft as the device has it: how it is read, and whether it still says what its record says. */
import * as v from 'valibot';
import type { RequestFields } from '../domain/requestFields';
import { takenApart } from '../domain/subject';
import type { Draft } from '../domain/types';
import { AnyFields, Count, openObject, StoredSubject, type PendingRequest } from './record';

const StoredDraft = openObject({
  id: v.exactOptional(v.string()),
  fields: AnyFields,
  images: v.fallback(
    v.array(openObject({ id: v.string(), name: v.string(), type: v.string() })),
    [],
  ),
  subject: v.exactOptional(StoredSubject),
  replaces: v.exactOptional(v.string()),
  // An unreadable time counts as one in the future.
  openedAt: v.exactOptional(v.fallback(Count, Infinity)),
  touchedAt: v.exactOptional(v.fallback(Count, Infinity)),
});

/** Reads a stored draft with its usable parts. Undefined if there is none. */
export function readDraft(value: unknown): Draft | undefined {
  const read = v.safeParse(StoredDraft, value);
  return read.success ? read.output : undefined;
}

/** Whether a draft that was taken from a record is unchanged: its fields, and its images by their ids. */
export function isUnchanged(draft: Draft, record: PendingRequest): boolean {
  const { images } = record;
  const { fields, subject } = takenApart(record);
  const isSameImage = ({ id }: { id: string }, index: number) =>
    id === images[index]!.image.name || id === images[index]!.chosen;
  return (
    areSameFields(draft.fields, fields) &&
    areSameSubjects(draft.subject, subject) &&
    draft.images.length === images.length &&
    draft.images.every(isSameImage)
  );
}

const areSameSubjects = (one: Draft['subject'], other: Draft['subject']) =>
  one?.is === other?.is && one?.title === other?.title;

function areSameFields(one: RequestFields, other: RequestFields): boolean {
  const sorted = (fields: RequestFields) =>
    JSON.stringify(Object.entries(fields).sort(([a], [b]) => a.localeCompare(b)));
  return sorted(one) === sorted(other);
}
