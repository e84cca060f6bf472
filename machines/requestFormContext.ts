import type { UploadProgress } from '../src/domain/outbox';
import { EMPTY_FIELDS } from '../src/domain/validation';
import type { RequestFields } from '../src/domain/types';
import { MAX_IMAGES } from '../src/domain/limits';

/** A picture as the machine knows it; its bytes lie elsewhere, under the same id. */
export interface FormImage {
  id: string;
  name: string;
  type: string;
}

/** `outbox`: saved first, then sent. `direct`: sent without saving, where nothing can be saved. */
export type Route = 'outbox' | 'direct';

/** Everything the request form knows; plain JSON. */
export interface RequestFormContext {
  /** Names this form, apart from those of other tabs and visits. */
  form: string;
  /** How many requests this form has begun before this one. */
  serial: number;
  /** The name that the restored draft brought with it: other tabs may show the same draft. */
  draft: string | null;
  /** Whether the visitor changed anything in it. */
  changed: boolean;
  fields: RequestFields;
  /** What was typed before the draft was there; it wins over the draft. */
  typed: (keyof RequestFields)[];
  /** Pictures that are ready to be sent. */
  images: FormImage[];
  /** Pictures that were chosen and are still being prepared, the first of them now. */
  pending: FormImage[];
  /** The picture that is being prepared, or was the last one to be. */
  preparing: string | null;
  /** Whether the alert about too many pictures shows. */
  tooMany: boolean;
  /** Names of chosen files that were not added because they are not pictures. */
  rejected: string[];
  /** Whether the device's storage never answered: nothing is kept, and requests go directly. */
  silent: boolean;
  route: Route;
  /** Key of the saved record that is being followed. */
  key: string | null;
  progress: UploadProgress;
  /** Key of the refused record that the content was taken from, which sending it replaces. */
  replaces: string | null;
  /** Whether the visitor has the form on the screen. */
  open: boolean;
  /** Whether a request came back unsent while nobody had the form on the screen. */
  unsent: boolean;
  /** Key of a record that the visitor asked to edit. */
  wanted: string | null;
}

/** What a draft or a record gives back to the form. `unprepared` pictures have yet to be prepared. */
export interface FormContent {
  fields: RequestFields;
  images: FormImage[];
  unprepared: FormImage[];
  /** The refused record it was taken from. */
  replaces?: string;
  /** Names the request that it is a draft of. */
  draft?: string;
}

export interface Restored {
  draft?: FormContent;
  /** A delivery that this visit began before the page was loaded again; `sent` when it is through. */
  delivery?: { key: string; total: number; sent: boolean };
}

/** What preparing a picture gave; `ok: false` for a file that turned out not to be a picture. */
export interface Preparation {
  id: string;
  ok: boolean;
  /** The type it is sent as, where it is ok. */
  type?: string;
}

export type RequestFormEvent =
  | { type: 'form.opened' }
  | { type: 'form.closed' }
  | { type: 'form.submitted' }
  | { type: 'form.cleared' }
  | { type: 'fields.changed'; fields: Partial<RequestFields> }
  | { type: 'category.toggled'; id: string }
  | { type: 'files.chosen'; files: FormImage[]; rejected: string[] }
  | { type: 'image.removed'; id: string }
  | { type: 'direct.requested' }
  | { type: 'record.edited'; key: string }
  | { type: 'request.saved'; key: string }
  | { type: 'replacement.confirmed' }
  | { type: 'replacement.declined' }
  | { type: 'storage.full' }
  | { type: 'storage.unavailable' }
  | { type: 'delivery.saved'; key: string }
  | { type: 'delivery.created' }
  | { type: 'delivery.progressed'; progress: UploadProgress }
  | { type: 'delivery.sent' }
  | { type: 'delivery.postponed' }
  | { type: 'delivery.refused'; step: string; status: number; message: string }
  | { type: 'delivery.unreachable'; message: string };

/** A form with nothing in it. */
export const emptyForm = (form: string, serial = 0, open = true): RequestFormContext => ({
  form,
  serial,
  draft: null,
  changed: false,
  fields: EMPTY_FIELDS,
  typed: [],
  images: [],
  pending: [],
  preparing: null,
  tooMany: false,
  rejected: [],
  silent: false,
  route: 'outbox',
  key: null,
  progress: { sentBytes: 0, totalBytes: 0, count: 0, total: 0 },
  replaces: null,
  open,
  unsent: false,
  wanted: null,
});

export const isBlank = ({ fields, images, pending }: RequestFormContext): boolean =>
  images.length + pending.length === 0 &&
  Object.values(fields).every((value: string | string[]) => value.length === 0);

/** Names the request in the form. A draft that was changed is another one than other tabs show. */
export const draftOf = ({ draft, changed, form, serial }: RequestFormContext): string =>
  draft === null || changed ? `${form}-${serial}` : draft;

/** The stored drafts that the form's content takes the place of. */
export const draftsOf = (context: RequestFormContext): string[] =>
  context.draft === null ? [draftOf(context)] : [draftOf(context), context.draft];

/** The key under which the request is saved: the same draft with the same content has the same. */
export const keyOf = (context: RequestFormContext): string =>
  contentKey(
    draftOf(context),
    context.fields,
    [...context.images, ...context.pending].map(({ id }) => id),
  );

/** `draft`, and a hash of what is in it (FNV-1a, 32 bits: it only tells versions of a draft apart). */
export function contentKey(draft: string, fields: RequestFields, imageIds: string[]): string {
  const names = Object.keys(fields).sort() as (keyof RequestFields)[];
  const content = JSON.stringify([...names.map((name) => fields[name]), imageIds]);
  let hash = 0x811c9dc5;
  for (let index = 0; index < content.length; index += 1) {
    hash = Math.imul(hash ^ content.charCodeAt(index), 0x01000193) >>> 0;
  }
  return `${draft}.${hash.toString(36)}`;
}

/** The form with `fields` changed, remembering which of them the visitor has touched. */
export function withFields(context: RequestFormContext, fields: Partial<RequestFields>) {
  const names = Object.keys(fields) as (keyof RequestFields)[];
  return {
    fields: { ...context.fields, ...fields },
    typed: [...new Set([...context.typed, ...names])],
    changed: true,
  };
}

/** Adds a category, or takes it away when it is there. */
export function withCategory(context: RequestFormContext, id: string) {
  const { categories } = context.fields;
  return withFields(context, {
    categories: categories.includes(id)
      ? categories.filter((other) => other !== id)
      : [...categories, id],
  });
}

/** Queues as many of the chosen pictures as there is room for; the alert tells about the rest. */
export function withFiles(context: RequestFormContext, files: FormImage[], rejected: string[]) {
  const room = Math.max(0, MAX_IMAGES - context.images.length - context.pending.length);
  return {
    pending: [...context.pending, ...files.slice(0, room)],
    tooMany: files.length > room,
    rejected,
    changed: true,
  };
}

export function withoutImage(context: RequestFormContext, id: string) {
  const others = (image: FormImage) => image.id !== id;
  return {
    images: context.images.filter(others),
    pending: context.pending.filter(others),
    tooMany: false,
    rejected: [],
    changed: true,
  };
}

/** Moves a prepared picture to the ready ones; one that was removed meanwhile stays away. */
export function withPreparation(context: RequestFormContext, { id, ok, type }: Preparation) {
  const image = context.pending.find((other) => other.id === id);
  const pending = context.pending.filter((other) => other.id !== id);
  if (!image) return { pending };
  if (!ok) return { pending, rejected: [...context.rejected, image.name] };
  return { pending, images: [...context.images, { ...image, type: type ?? image.type }] };
}

/** Merges a draft under what is already there: typed fields win, pictures add up to the limit. */
export function withDraft(context: RequestFormContext, draft: FormContent) {
  const typed = Object.fromEntries(context.typed.map((name) => [name, context.fields[name]]));
  const images = [...draft.images, ...context.images];
  const pending = [...draft.unprepared, ...context.pending];
  const kept = images.slice(0, MAX_IMAGES);
  return {
    fields: { ...draft.fields, ...typed },
    replaces: draft.replaces ?? null,
    draft: draft.draft ?? null,
    images: kept,
    pending: pending.slice(0, MAX_IMAGES - kept.length),
    tooMany: context.tooMany || images.length + pending.length > MAX_IMAGES,
  };
}
