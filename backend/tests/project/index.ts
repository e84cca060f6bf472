/** A small project for the backend's tests: its rules, its hosting configuration, and a document that the rules allow. */
import { fileURLToPath } from 'node:url';
import { toFields, type Plain } from '../../protoJson';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export const PROJECT = 'demo-cabinets';
export const RULES = { firestore: path('firestore.rules'), storage: path('storage.rules') };
export const FIREBASE_CONFIG = path('firebase.json');

export const REQUEST_ID = '1234567890';

type Fields = Record<string, Plain>;

/** The fields of a request as a visitor sends them, without `created`, which the server sets. */
export const newRequest = (changes: Fields = {}) =>
  toFields({ id: REQUEST_ID, name: 'Ann', status: 1, note: 'Twelve doors', files: [], ...changes });
