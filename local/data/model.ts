/** What the data page shows, read leniently: documents may hold anything an owner wrote. */
import type { FirestoreStore } from '../firestore/store';
import { fromFields } from '../protoJson';
import type { ObjectStore, StoredObject } from '../storage/index';

export interface RequestView {
  id: string;
  created: string;
  status: string;
  /** Every other field but the files, by label. */
  fields: [label: string, value: string][];
  categories: string[];
  description: string;
  name: string;
  files: { url: string; thumb: string; ref: string }[];
}

export interface WorkView {
  id: string;
  title: string;
  created: string;
  thumb: string;
  pictures: number;
  reviews: { id: string; stars: number; text: string; user: string; created: string }[];
}

export interface DataModel {
  requests: RequestView[];
  works: WorkView[];
  objects: StoredObject[];
}

type Fields = Record<string, unknown>;

/** Newest requests first, works as the site orders them, objects by name. */
export function readModel(firestore: FirestoreStore, objects: ObjectStore): DataModel {
  const serviceNames = readServiceNames(firestore);
  return {
    requests: read(firestore, 'requests')
      .map((fields) => requestView(fields, serviceNames))
      .toSorted((a, b) => (a.created < b.created ? 1 : -1)),
    works: read(firestore, 'gallery')
      .map((fields) => workView(fields, read(firestore, `gallery/${text(fields['id'])}/reviews`)))
      .toSorted((a, b) => (a.created < b.created ? -1 : 1)),
    objects: objects.list(),
  };
}

function read(firestore: FirestoreStore, collection: string): Fields[] {
  return firestore.list(collection).map(({ path, fields }) => ({
    id: path.slice(path.lastIndexOf('/') + 1),
    ...fromFields(fields),
  }));
}

function readServiceNames(firestore: FirestoreStore): Map<string, string> {
  const stored = firestore.get('configurations/configurations')?.fields ?? {};
  return new Map(
    records(fromFields(stored)['services_types']).map((type) => [
      text(type['id']),
      text(type['name']),
    ]),
  );
}

const SHOWN_APART = new Set([
  'id',
  'created',
  'status',
  'name',
  'description',
  'categories',
  'files',
]);

function requestView(fields: Fields, serviceNames: Map<string, string>): RequestView {
  return {
    id: text(fields['id']),
    created: text(fields['created']),
    status: text(fields['status']),
    name: text(fields['name']),
    description: text(fields['description']),
    fields: Object.entries(fields)
      .filter(([key]) => !SHOWN_APART.has(key))
      .map(([key, value]) => [key, text(value)]),
    categories: list(fields['categories']).map((id) => serviceNames.get(text(id)) ?? text(id)),
    files: records(fields['files']).map((file) => ({
      url: text(file['url']),
      thumb: text(file['thumb']),
      ref: text(file['ref']),
    })),
  };
}

function workView(fields: Fields, reviews: Fields[]): WorkView {
  const [cover = {}] = records([fields['cover']]);
  return {
    id: text(fields['id']),
    title: text(fields['title']),
    created: text(fields['created']),
    thumb: text(cover['thumb'] ?? cover['url']),
    pictures: 1 + list(fields['before']).length + list(fields['after']).length,
    reviews: reviews
      .map((review) => ({
        id: text(review['id']),
        stars: Number(review['stars']) || 0,
        text: text(review['text']),
        user: text(review['user']),
        created: text(review['created']),
      }))
      .toSorted((a, b) => (a.created < b.created ? 1 : -1)),
  };
}

function text(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function records(value: unknown): Fields[] {
  return list(value).filter(
    (entry): entry is Fields => typeof entry === 'object' && entry !== null,
  );
}
