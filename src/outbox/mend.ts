/**
 * What comes from the disk may have been written by another version of the app, a broken profile or
 * somebody's script. What is intact passes as it is. Anything else becomes something that every part
 * of the app can handle, so that it never holds up what lies beside it.
 */
import type { Attention, PendingImage, PendingObject, PendingRequest } from '../domain/outbox';
import type { DraftImage } from '../domain/ports';
import type { RequestFields } from '../domain/types';
import { extensionOf, TEXT_FIELDS } from '../domain/validation';
import type { StoredDraft } from './store';

const STEPS: readonly unknown[] = ['create', 'upload', 'attach', 'done'];
const REQUEST_ID = /^[1-9][0-9]{9}$/;
/** The latest time that a `Date` can hold, in milliseconds. */
const LATEST = 8.64e15;

/**
 * A record as the outbox can work with it. Counters that make no sense start over. One whose text, id,
 * step or list of pictures makes none is not delivered: it needs the visitor's attention, with whatever
 * is left of it, and is taken for one that was never sent. Pictures that make none are found out when
 * their turn comes, after the text.
 */
export function mendRecord(stored: PendingRequest): PendingRequest {
  const { id, step, images, needsAttention } = stored;
  const { fields, isWhole } = mendFields(stored.fields);
  const isSound = isWhole && REQUEST_ID.test(textOf(id)) && STEPS.includes(step);
  const { needsAttention: _, ...rest } = stored;
  const known = isSound ? step : 'create';
  const attention = needsAttention
    ? mendAttention(needsAttention, known)
    : isSound && Array.isArray(images)
      ? undefined
      : damaged(known);
  return {
    ...rest,
    revision: textOf(stored.revision),
    id: textOf(id),
    fields,
    images: listOf(images).map(mendImage),
    savedAt: countOf(stored.savedAt),
    step: known,
    attempts: countOf(stored.attempts),
    notBefore: countOf(stored.notBefore),
    tries: countOf(stored.tries),
    ...(attention && { needsAttention: attention }),
  };
}

/** The usable parts of a draft. */
export function mendDraft(stored: Record<string, unknown>): StoredDraft {
  const { fields, images, replaces, draft } = stored;
  return {
    ...(isObject(fields) && { fields: mendFields(fields).fields }),
    ...(Array.isArray(images) && { images: images.filter(isDraftImage) }),
    ...(typeof replaces === 'string' && { replaces }),
    ...(typeof draft === 'string' && { draft }),
  };
}

function damaged(step: PendingRequest['step']): Attention {
  const message = 'This request was damaged on this device.';
  return { step: step === 'done' ? 'attach' : step, status: 0, message };
}

function mendAttention(given: Attention, step: PendingRequest['step']): Attention {
  const { status, message } = given;
  return { ...damaged(step), status: countOf(status), message: textOf(message) };
}

function mendFields(value: unknown): { fields: RequestFields; isWhole: boolean } {
  const given: Record<string, unknown> = isObject(value) ? value : {};
  const categories = listOf(given['categories']).filter((id) => typeof id === 'string');
  const isWhole =
    TEXT_FIELDS.every((name) => typeof given[name] === 'string') &&
    Array.isArray(given['categories']) &&
    given['categories'].length === categories.length;
  const [name, email, phone, address, description] = TEXT_FIELDS.map((key) => textOf(given[key]));
  return {
    fields: {
      name: name!,
      email: email!,
      phone: phone!,
      address: address!,
      description: description!,
      categories,
    },
    isWhole,
  };
}

function mendImage(value: unknown): PendingImage {
  const { name, image, thumb } = isObject(value) ? value : {};
  return { name: textOf(name), image: mendObject(image), thumb: mendObject(thumb) };
}

function mendObject(value: unknown): PendingObject {
  const given: Record<string, unknown> = isObject(value) ? value : {};
  const type = textOf(given['type']);
  const texts = ['object', 'session', 'url'].filter((key) => typeof given[key] === 'string');
  const counts = ['offset', 'restarts'].filter((key) => isCount(given[key]));
  return {
    type: extensionOf(type) ? type : '',
    size: countOf(given['size']),
    ...Object.fromEntries([...texts, ...counts].map((key) => [key, given[key]])),
    ...(given['rechecked'] === true && { rechecked: true }),
  };
}

function isDraftImage(value: unknown): value is DraftImage {
  if (!isObject(value)) return false;
  const { id, name, type, thumb, file } = value;
  const isNamed = [id, name, type].every((text) => typeof text === 'string');
  if (value['unprepared']) return isNamed && file instanceof Blob;
  return isNamed && isPart(value) && isObject(thumb) && isPart(thumb);
}

const isPart = ({ type, bytes }: Record<string, unknown>) =>
  typeof type === 'string' && bytes instanceof ArrayBuffer;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LATEST;
}

const countOf = (value: unknown): number => (isCount(value) ? value : 0);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
