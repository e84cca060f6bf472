import { work, WORK } from '../sampleDocuments';
import { signedIn, World, type Write } from '../rulesWorld';
import type { Row, Section } from './section';

const CONFIGURATIONS = 'configurations/configurations';
const VERSION = 'version/current';
const documents = {
  [WORK]: work,
  [CONFIGURATIONS]: { services_types: [] },
  [VERSION]: { version: 0.62 },
};
const visitor = new World(documents);
const user = new World(documents, signedIn('somebody'));

const rows: Row[] = [
  ['the version', true, () => visitor.get(VERSION)],
  ['the configurations', true, () => visitor.get(CONFIGURATIONS)],
  ['a work', true, () => visitor.get(WORK)],
  ['a work that does not exist', true, () => visitor.get('gallery/gone')],
  ['the gallery', true, () => visitor.list('gallery')],
  ['another document beside the version', false, () => visitor.get('version/next')],
  ['a list of the configurations', false, () => visitor.list('configurations')],
  ['another collection below a work', false, () => visitor.get(`${WORK}/drafts/1`)],
];

const writes: [what: string, write: Write][] = [
  ['a new work', { set: 'gallery/new', data: { title: 'x' } }],
  ['another title', { update: WORK, data: { title: 'x' } }],
  ['a work away', { delete: WORK }],
  ['other configurations', { update: CONFIGURATIONS, data: { download_address: '.*' } }],
  ['another version', { update: VERSION, data: { version: 9 } }],
  ['a document in a new collection', { set: 'users/somebody', data: {} }],
];

/** Whoever is signed in may do all that a visitor may. */
const writing = writes.map(([what, write]): Row => [what, false, () => user.commit(write)]);

/** What anybody may do with what the owner wrote (firestore.rules). */
export const publicDocuments: Section[] = [
  { title: 'reading what the owner wrote', rows },
  { title: 'nobody writes what the owner wrote', rows: writing },
];
