/** The two Firestores that are compared, both by REST: how each is asked, filled and looked into. */
import type { FirestoreStore } from '../../backend/firestore/firestoreStore';
import type { ProtoFields } from '../../backend/rules/types';
import { signedIn } from '../rules/rulesWorld';
import { idToken } from '../support/idToken';
import { ROOT } from './changes';
import type { Caller, Operation } from './operations';

export interface Answer {
  status: number;
  /** Of an error: `INVALID_ARGUMENT`. */
  error?: string;
  message?: string;
  /** The JSON of each page. */
  pages: unknown[];
}

export interface Firestore {
  origin: string;
  /** What is stored, by path. */
  contents(): Promise<Record<string, ProtoFields>>;
  /** Forgets everything, and holds these documents then. */
  reset(documents: Record<string, ProtoFields>): Promise<void>;
}

/** An unsigned ID token, as both take it. */
function bearer(uid: string, provider?: string): string {
  const { token } = signedIn(uid, provider === undefined ? {} : { provider });
  return `Bearer ${idToken({ ...token, user_id: uid, exp: 4_102_444_800 })}`;
}

const owner = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
const AUTHORIZATIONS: Record<Caller, string | undefined> = {
  owner: owner.Authorization,
  nobody: undefined,
  'user-one': bearer('user-one'),
  'user-two': bearer('user-two'),
  'a password user': bearer('user-one', 'password'),
};

/** Milliseconds; an answer takes a few. */
const PATIENCE = 5_000;

function silence(error: unknown): undefined {
  if ((error as Error).name !== 'TimeoutError') throw error;
}

/** Errors outside of the API are text: `Not Found`. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text || '{}') as unknown;
  } catch {
    return { error: { status: text.trim(), message: text } };
  }
}

/** Performs the call, and of a list that says `pageToken=next` every page after the first. */
export async function ask(
  { origin }: Firestore,
  { who, method, path, body }: Operation,
): Promise<Answer> {
  const authorization = AUTHORIZATIONS[who];
  const headers = {
    'Content-Type': 'application/json',
    ...(authorization && { Authorization: authorization }),
  };
  const pages: unknown[] = [];
  let next: string | undefined = '';
  while (next !== undefined) {
    const url: string = `${origin}/v1/${path.replace('pageToken=next', `pageToken=${encodeURIComponent(next)}`)}`;
    const init = { method, headers, signal: AbortSignal.timeout(PATIENCE) };
    const response = await fetch(url, { ...init, ...(body !== undefined && { body }) }).catch(
      silence,
    );
    if (response === undefined) return { status: 0, error: 'NO_ANSWER', pages };
    const json = parseJson(await response.text());
    const [first] = [json].flat() as [{ error?: { status: string; message: string } } | undefined];
    if (!response.ok)
      return {
        status: response.status,
        error: first?.error?.status ?? '',
        message: first?.error?.message ?? '',
        pages,
      };
    pages.push(json);
    const { nextPageToken } = json as { nextPageToken?: string };
    next = path.includes('pageToken=next') ? nextPageToken : undefined;
  }
  return { status: 200, pages };
}

export function embedded(origin: string, store: FirestoreStore): Firestore {
  const contents = () =>
    Object.fromEntries(store.snapshot().documents.map(({ path, fields }) => [path, fields]));
  return {
    origin,
    contents: async () => contents(),
    reset: async (documents) => {
      store.commit(Object.keys(contents()).map((path) => ({ path, fields: null })));
      store.commit(Object.entries(documents).map(([path, fields]) => ({ path, fields })));
    },
  };
}

export async function google(origin: string, rules: string): Promise<Firestore> {
  const call = async (method: string, path: string, json?: unknown) => {
    const init = {
      method,
      headers: owner,
      ...(json !== undefined && { body: JSON.stringify(json) }),
    };
    const response = await fetch(`${origin}/${path}`, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as unknown;
  };
  await call('PUT', `emulator/v1/${ROOT.split('/databases')[0]}:securityRules`, {
    rules: { files: [{ name: 'firestore.rules', content: rules }] },
  });
  return {
    origin,
    async contents() {
      const everything = { structuredQuery: { from: [{ allDescendants: true }] } };
      const found = (await call('POST', `v1/${ROOT}:runQuery`, everything)) as {
        document?: { name: string; fields?: ProtoFields };
      }[];
      return Object.fromEntries(
        found.flatMap(({ document }) =>
          document ? [[document.name.slice(ROOT.length + 1), document.fields ?? {}]] : [],
        ),
      );
    },
    async reset(documents) {
      await call('DELETE', `emulator/v1/${ROOT}`);
      const writes = Object.entries(documents).map(([path, fields]) => ({
        update: { name: `${ROOT}/${path}`, fields },
      }));
      await call('POST', `v1/${ROOT}:commit`, { writes });
    },
  };
}
