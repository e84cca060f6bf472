import { FirestoreError, invalid } from './firestoreErrors';

/** The longest id of a document or collection, in UTF-8 (Firestore quotas). */
const MAX_ID_BYTES = 1500;
const MAX_NAME_BYTES = 6 * 1024;
/** The deepest nesting of subcollections (Firestore quotas). */
const MAX_COLLECTION_DEPTH = 100;

/** Checks the segments of a relative path (`gallery/x`). Throws INVALID_ARGUMENT for a path that cannot exist. */
export function checkSegments(segments: readonly string[]): void {
  for (const id of segments) {
    if (id === '') throw invalid(`Document path "${segments.join('/')}" has an empty segment.`);
    if (id === '.' || id === '..')
      throw invalid(`Resource id "${id}" is invalid because it is "." or "..".`);
    if (/^__.*__$/s.test(id))
      throw invalid(`Resource id "${id}" is invalid because it is reserved.`);
    if (Buffer.byteLength(id) > MAX_ID_BYTES) {
      throw invalid(
        `Resource id "${id.slice(0, 40)}…" is invalid because it is longer than ${MAX_ID_BYTES} bytes.`,
      );
    }
  }
  if (segments.length > 2 * MAX_COLLECTION_DEPTH)
    throw invalid(`Collections can be nested at most ${MAX_COLLECTION_DEPTH} deep.`);
  if (Buffer.byteLength(segments.join('/')) > MAX_NAME_BYTES)
    throw invalid(`A document's name can be at most ${MAX_NAME_BYTES} bytes long.`);
}

/** Returns `gallery` for `gallery/x`. */
export const parentCollection = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** Returns `x` for `gallery/x`. */
export const lastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1);

export function documentPath(path: string): string {
  const segments = path.split('/');
  checkSegments(segments);
  if (segments.length % 2 !== 0)
    throw invalid(`Document name "${path}" has an odd number of segments: it names a collection.`);
  return path;
}

/** Converts between relative paths and resource names in one project's `(default)` database. */
export class ResourceNames {
  readonly database: string;
  readonly root: string;

  constructor(readonly projectId: string) {
    this.database = `projects/${projectId}/databases/(default)`;
    this.root = `${this.database}/documents`;
  }

  /** Returns `projects/{p}/databases/(default)/documents/gallery/x` for `gallery/x`. */
  of(path: string): string {
    return path === '' ? this.root : `${this.root}/${path}`;
  }

  /** Returns the relative path of a resource name; '' for the root. Throws INVALID_ARGUMENT or NOT_FOUND. */
  path(name: unknown): string {
    const match =
      typeof name === 'string'
        ? /^projects\/([^/]+)\/databases\/([^/]+)(?:\/documents(?:\/(.*))?)?$/s.exec(name)
        : null;
    if (!match) throw invalid(`Invalid resource name ${JSON.stringify(name)}.`);
    this.checkDatabase(match[1]!, match[2]!);
    const path = match[3] ?? '';
    if (path !== '') checkSegments(path.split('/'));
    return path;
  }

  documentPath(name: unknown): string {
    const path = this.path(name);
    if (path === '') throw invalid(`Resource name ${JSON.stringify(name)} is not a document.`);
    return documentPath(path);
  }

  checkDatabase(projectId: string, databaseId: string): void {
    if (projectId === this.projectId && databaseId === '(default)') return;
    throw new FirestoreError(
      'NOT_FOUND',
      `The database ${databaseId} does not exist for project ${projectId}. ` +
        `The only database is ${this.database}.`,
    );
  }
}
