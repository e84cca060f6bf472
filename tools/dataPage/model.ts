/** The content of the data page. It is read leniently, because an owner may have written anything into a document. */
import type { FirestoreStore } from '../../backend/firestore/firestoreStore';
import { fromFields } from '../../backend/protoJson';
import type { ObjectStore } from '../../backend/storage/index';

export type DataModel = ReturnType<typeof readModel>;
export type RequestView = ReturnType<typeof requestView>;
export type WorkView = ReturnType<typeof workView>;

type Fields = Record<string, unknown>;

/** Requests from newest to oldest, works in the site's order, objects by name. */
export function readModel(firestore: FirestoreStore, objects: ObjectStore) {
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

const SHOWN_APART = ['id', 'created', 'status', 'name', 'description', 'categories', 'files'];

function requestView(fields: Fields, serviceNames: Map<string, string>) {
  return {
    id: text(fields['id']),
    created: text(fields['created']),
    status: text(fields['status']),
    name: text(fields['name']),
    description: text(fields['description']),
    fields: Object.entries(fields)
      .filter(([key]) => !SHOWN_APART.includes(key))
      .map(([key, value]) => [key, text(value)] as const),
    categories: list(fields['categories']).map((id) => serviceNames.get(text(id)) ?? text(id)),
    files: records(fields['files']).map((file) => ({
      url: text(file['url']),
      thumb: text(file['thumb']),
      ref: text(file['ref']),
    })),
  };
}

function workView(fields: Fields, reviews: Fields[]) {
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
