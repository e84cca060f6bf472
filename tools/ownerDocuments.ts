/** Documents as the owner reads and writes them: Firestore REST v1 (`projects.databases.documents`). */
import type { BackendConfig } from '../src/firebase/config';
import {
  documentName,
  encodePath,
  decodeFields,
  encodeFields,
  type PlainFields,
} from '../src/firebase/rest/firestoreDocuments';
import { fieldsOf } from '../src/firebase/rest/httpCall';
import { Unreachable, withJson, type Http } from './ownerHttp';
import { ToolError } from './toolErrors';

export interface StoredDocument {
  id: string;
  fields: Record<string, unknown>;
}

/** A document is not as a write wants it. */
export class Changed extends ToolError {
  override name = 'Changed';
  constructor() {
    super(
      'Somebody has changed the same meanwhile, and nothing was written. Run the same command again.',
    );
  }
}

export type Documents = ReturnType<typeof createDocuments>;

/** The most writes that are put into one commit. */
const BATCH = 200;

/** The address of the database's documents, without a slash at the end. */
export const documentsAddress = (config: BackendConfig): string =>
  `${config.firestoreOrigin}/v1/${documentName(config, '').replace(/\/$/, '')}`;

export function createDocuments(config: BackendConfig, http: Http) {
  const base = documentsAddress(config);
  const urlOf = (path: string) => `${base}/${encodePath(path)}`;

  const commit = async (writes: object[]): Promise<void> => {
    const call = { ...withJson('POST', { writes }), accept: [400] };
    const answer = await http(`${base}:commit`, call);
    const { commitTime, error } = await jsonOf(answer);
    const { status, message } = fieldsOf(error);
    if (status === 'FAILED_PRECONDITION') throw new Changed();
    if (status !== undefined) throw new ToolError(`Firestore refuses this: ${String(message)}`);
    if (typeof commitTime !== 'string') throw notOurs(answer);
  };

  return {
    /**
     * Commits writes (`google.firestore.v1.Write`), all or none. Rejects with `Changed` where a document has another
     * `updateTime` than one of them wants; a lost answer may be the reason, because the call is repeated.
     */
    commit,
    /** The document as it is stored, in Firestore's own JSON, or undefined: for a write that copies it. */
    async stored(path: string) {
      const answer = await http(urlOf(path), { method: 'GET', accept: [404] });
      if (answer.status === 404) return undefined;
      const { fields = {}, updateTime } = await jsonOf(answer);
      if (typeof updateTime !== 'string') throw notOurs(answer);
      return { fields, updateTime };
    },
    /** The document at a slash-separated path, or undefined. */
    async get(path: string): Promise<StoredDocument | undefined> {
      const answer = await http(urlOf(path), { method: 'GET', accept: [404] });
      return answer.status === 404 ? undefined : toDocument(await jsonOf(answer), answer);
    },
    /** All documents of a collection, sorted by their ids, or by a time field (`created desc`). */
    async list(collection: string, orderBy?: string): Promise<StoredDocument[]> {
      const documents: StoredDocument[] = [];
      // Listed by name and sorted here: the tokens of a list do not go with an order everywhere (`queryAll`).
      for await (const { page, answer } of pages(http, urlOf(collection), { pageSize: '300' })) {
        const found = page['documents'] ?? [];
        if (!Array.isArray(found)) throw notOurs(answer);
        for (const document of found) documents.push(toDocument(document, answer));
      }
      return orderBy === undefined ? documents : inOrder(documents, orderBy);
    },
    /** Writes a whole document, or, with `mask`, only the fields that it names. */
    set: (path: string, fields: PlainFields, mask?: string[]): Promise<void> =>
      commit([
        {
          update: { name: documentName(config, path), fields: encodeFields(fields) },
          ...(mask && { updateMask: { fieldPaths: mask } }),
        },
      ]),
    /** Deletes documents; a path without a document is no error. */
    async remove(paths: readonly string[]): Promise<void> {
      for (let start = 0; start < paths.length; start += BATCH) {
        const some = paths.slice(start, start + BATCH);
        await commit(some.map((path) => ({ delete: documentName(config, path) })));
      }
    },
  };
}

/** Sorts by a time field and then by id, and leaves out documents without that field, as Firestore does. */
function inOrder(documents: StoredDocument[], orderBy: string): StoredDocument[] {
  const [field, direction] = orderBy.split(' ') as [string, string?];
  const sign = direction === 'desc' ? -1 : 1;
  const time = ({ fields }: StoredDocument) => Date.parse(String(fields[field]));
  return documents
    .filter(({ fields }) => field in fields)
    .sort((a, b) => sign * (time(a) - time(b) || (a.id < b.id ? -1 : 1)));
}

function toDocument(json: unknown, answer: Response): StoredDocument {
  const { name, fields } = (json ?? {}) as { name?: unknown; fields?: unknown };
  if (typeof name !== 'string') throw notOurs(answer);
  return { id: name.slice(name.lastIndexOf('/') + 1), fields: decodeFields(fields) };
}

export async function* pages(http: Http, url: string, query: Record<string, string>) {
  let pageToken: unknown;
  do {
    const more = typeof pageToken === 'string' ? { ...query, pageToken } : query;
    const answer = await http(`${url}?${new URLSearchParams(more)}`, { method: 'GET' });
    const page = await jsonOf(answer);
    yield { page, answer };
    pageToken = page['nextPageToken'];
  } while (typeof pageToken === 'string' && pageToken !== '');
}

/** The answer's JSON object. Throws when the answer is anything else, such as a captive portal's page. */
export async function jsonOf(answer: Response): Promise<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(await answer.text());
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
      return json as Record<string, unknown>;
    }
  } catch {
    // Reported below, like any other answer that is no object.
  }
  throw notOurs(answer);
}

export function notOurs(answer: Response): Unreachable {
  return new Unreachable(
    `The answer (${answer.status}) did not come from Firebase. The network may ask you to sign in first: ` +
      'open any web page, sign in if asked, then run the same command again.',
  );
}
