/** What the request form knows, its events, and how they change it. */
import type { ChosenImage, Draft, UploadProgress } from '../src/domain/outbox';
import { MAX_IMAGES } from '../src/domain/constants';
import type { RequestFields } from '../src/domain/types';
import { EMPTY_FIELDS } from '../src/domain/validation';

/** Everything the request form knows; plain JSON. The files of its images lie elsewhere, by id. */
export interface RequestFormContext {
  fields: RequestFields;
  /** What the visitor has typed into; it wins over a draft that is loaded later. */
  typed: (keyof RequestFields)[];
  /** Whether the visitor has changed anything in this tab. */
  isChanged: boolean;
  images: ChosenImage[];
  /** Whether the alert about too many images shows. */
  tooMany: boolean;
  /** Names of chosen files that were not added because they are not images. */
  rejected: string[];
  /** Whether the device's storage never answered: nothing is written to it from then on. */
  silent: boolean;
  /** Whether the request in the form goes out without being kept on this device. */
  inMemory: boolean;
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

/** What the form shows after the page was loaded again. */
export interface Restored {
  draft?: Draft;
  /** A delivery that this visit began before; `sent` when it is through. */
  delivery?: { key: string; total: number; sent: boolean };
}

/** A request as it is handed over to be saved. */
export interface SaveInput {
  fields: RequestFields;
  images: ChosenImage[];
  replaces: string | null;
  inMemory: boolean;
}

/** `isKept`: on this device, so that it survives the page. */
export type Saved = { outcome: 'saved'; key: string; isKept: boolean } | { outcome: 'full' };

export type RequestFormEvent =
  | { type: 'form.opened' }
  | { type: 'form.closed' }
  | { type: 'form.submitted' }
  | { type: 'form.cleared' }
  | { type: 'fields.changed'; fields: Partial<RequestFields> }
  | { type: 'category.toggled'; id: string }
  | { type: 'images.chosen'; images: ChosenImage[]; rejected: string[] }
  | { type: 'image.removed'; id: string }
  /** The browser cannot show it, and it is of no kind that is sent all the same. */
  | { type: 'image.unreadable'; id: string }
  | { type: 'memory.accepted' }
  | { type: 'record.edited'; key: string }
  /** A request was saved, perhaps in another tab: that drops the stored draft. */
  | { type: 'draft.dropped' }
  | { type: 'replacement.confirmed' }
  | { type: 'replacement.declined' }
  | DeliveryChange;

/** What happens to the request that is followed. */
export type DeliveryChange =
  | { type: 'delivery.created' }
  | { type: 'delivery.progressed'; progress: UploadProgress }
  | { type: 'delivery.sent' }
  | { type: 'delivery.postponed' }
  | { type: 'delivery.refused'; step: string; status: number; message: string };

/** A form with nothing in it. */
export const emptyForm = (open: boolean, silent = false): RequestFormContext => ({
  fields: EMPTY_FIELDS,
  typed: [],
  isChanged: false,
  images: [],
  tooMany: false,
  rejected: [],
  silent,
  inMemory: false,
  key: null,
  progress: { sentBytes: 0, totalBytes: 0, count: 0, total: 0 },
  replaces: null,
  open,
  unsent: false,
  wanted: null,
});

export const isBlank = ({ fields, images }: RequestFormContext): boolean =>
  images.length === 0 &&
  Object.values(fields).every((value: string | string[]) => value.length === 0);

/** What is kept of the form with every change. */
export const draftOf = ({ fields, images, replaces }: RequestFormContext): Draft => ({
  fields,
  images,
  ...(replaces !== null && { replaces }),
});

/** The form with `fields` changed, remembering which of them the visitor has touched. */
export function withFields(context: RequestFormContext, fields: Partial<RequestFields>) {
  const names = Object.keys(fields) as (keyof RequestFields)[];
  return {
    fields: { ...context.fields, ...fields },
    typed: [...new Set([...context.typed, ...names])],
    isChanged: true,
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

/** Takes as many of the chosen images as there is room for; the alert tells about the rest. */
export function withImages(context: RequestFormContext, images: ChosenImage[], rejected: string[]) {
  const room = MAX_IMAGES - context.images.length;
  return {
    images: [...context.images, ...images.slice(0, room)],
    tooMany: images.length > room,
    rejected,
    isChanged: true,
  };
}

/** The form without an image; its name is told where it could not be read. */
export function withoutImage(context: RequestFormContext, id: string, isUnreadable = false) {
  const image = context.images.find((other) => other.id === id);
  return {
    images: context.images.filter((other) => other !== image),
    tooMany: false,
    rejected: isUnreadable && image ? [...context.rejected, image.name] : [],
    isChanged: true,
  };
}

/** Merges a draft under what is already there: typed fields win, images add up to the limit. */
export function withDraft(context: RequestFormContext, draft: Draft) {
  const typed = Object.fromEntries(context.typed.map((name) => [name, context.fields[name]]));
  const images = [...draft.images, ...context.images];
  return {
    fields: { ...draft.fields, ...typed },
    replaces: draft.replaces ?? null,
    images: images.slice(0, MAX_IMAGES),
    tooMany: context.tooMany || images.length > MAX_IMAGES,
  };
}
