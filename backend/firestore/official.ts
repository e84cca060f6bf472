/**
 * Google's own Firestore emulator in the place of the embedded Firestore: every call of the port is handed
 * on to it as it is. The backend's store follows as its mirror, because the data page, Storage's rules and
 * the tests look there; what they write into the store goes to the emulator, too.
 */
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { readBody, requestUrl, type ServiceHandler } from '../http';
import { normaliseFields } from './values';
import type { FirestoreStore } from './store';

interface OfficialDeps {
  store: FirestoreStore;
  /** `http://127.0.0.1:8081`, where the emulator answers. It serves one backend at a time. */
  emulator: string;
  projectId: string;
  /** Text of `firestore.rules`. */
  rules: string;
  log(line: string): void;
}

const OWNER = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
/** Bytes; the service's own limit for a request. */
const MAX_BODY = 11_534_336;
/** Documents in one commit of the mirror. */
const BATCH = 400;

/** The emulator does not know the rules file's language, or did not answer as expected. */
export class EmulatorError extends Error {
  override name = 'EmulatorError';
}

/** Empties the emulator and gives it the rules, then what the store holds. Throws `EmulatorError`. */
export async function createOfficialFirestore(deps: OfficialDeps): Promise<ServiceHandler> {
  const { store, emulator, projectId, log } = deps;
  const database = `projects/${projectId}/databases/(default)`;
  const root = `${database}/documents`;
  const call = (method: string, path: string, body?: unknown) =>
    ask(`${emulator}/${path}`, { method, headers: OWNER, body: JSON.stringify(body) });

  await call('DELETE', `emulator/v1/${root}`);
  await call('PUT', `emulator/v1/projects/${projectId}:securityRules`, {
    rules: { files: [{ name: 'firestore.rules', content: deps.rules }] },
  });

  /** What changes documents happens one after the other, so that the store meets the changes in order. */
  let changes = Promise.resolve();
  const inOrder = (change: () => Promise<void>) => (changes = changes.then(change));
  let isMirroring = false;

  /** Writes to the emulator what the store holds of these documents now. */
  const push = (paths: string[]) => {
    const writes = paths.map((path) => {
      const document = store.get(path);
      const name = `${root}/${path}`;
      return document ? { update: { name, fields: document.fields } } : { delete: name };
    });
    const pushing = inOrder(async () => {
      for (let start = 0; start < writes.length; start += BATCH) {
        await call('POST', `v1/${root}:commit`, { writes: writes.slice(start, start + BATCH) });
      }
    });
    // Whoever calls next is told; without this Node would end the process first.
    pushing.catch((error: unknown) => log(`firestore: ${String(error)}`));
  };

  /** Writes to the store what the emulator holds of these documents now. */
  const follow = async (paths: string[]) => {
    if (paths.length === 0) return;
    const documents = paths.map((path) => `${root}/${path}`);
    const found = (await call('POST', `v1/${root}:batchGet`, { documents })) as BatchGetAnswer;
    isMirroring = true;
    try {
      store.commit(found.map((one) => storeWrite(one, root)));
    } finally {
      isMirroring = false;
    }
  };

  push(store.snapshot().documents.map(({ path }) => path));
  const unsubscribe = store.subscribe((paths) => {
    if (!isMirroring) push(paths);
  });

  return {
    async handle(req, res) {
      await changes;
      if (!mayChange(req)) return forward(emulator, req, res);
      const body = await readBody(req, MAX_BODY);
      await inOrder(async () => {
        const answer = await answerTo(emulator, req, body);
        await follow(namesIn([requestUrl(req).pathname, body.toString(), answer.body], root));
        if (!res.destroyed) res.writeHead(answer.status, answer.headers).end(answer.body);
      });
    },
    close: unsubscribe,
  };
}

/** Calls that change documents are plain REST ones. Listen and Write streams are handed on unread. */
function mayChange(req: IncomingMessage): boolean {
  const { pathname } = requestUrl(req);
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(req.method ?? 'GET');
  return !isRead && pathname.startsWith('/v1/') && !/:(batchGet|run\w+Query)$/.test(pathname);
}

type BatchGetAnswer = ({ found: { name: string; fields?: object } } | { missing: string })[];

function storeWrite(one: BatchGetAnswer[number], root: string) {
  const name = 'found' in one ? one.found.name : one.missing;
  const fields = 'found' in one ? normaliseFields(one.found.fields ?? {}) : null;
  return { path: name.slice(root.length + 1), fields };
}

/** The paths of the documents that a call and its answer name. */
function namesIn(texts: string[], root: string): string[] {
  const names = texts.flatMap((text) => decode(text).split(`${root}/`).slice(1));
  const paths = names.map((rest) => /^[^":?\s]+/.exec(rest)?.[0] ?? '');
  return [...new Set(paths)].filter((path) => path.split('/').length % 2 === 0);
}

/** A path is percent-encoded, a body is not; what cannot be decoded names nothing. */
function decode(text: string): string {
  return text.startsWith('/') ? decodeURIComponent(text) : text;
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  const body = await response.text();
  if (response.ok) return body === '' ? {} : (JSON.parse(body) as unknown);
  throw new EmulatorError(
    `Google's emulator answered ${response.status} to ${init.method} ${url}: ${body}`,
  );
}

/** The same call to the emulator. */
const callOf = (emulator: string, { url, method = 'GET', headers }: IncomingMessage) =>
  httpRequest(`${emulator}${url}`, { method, headers });

/** Hands a call on, and its answer back as it comes: a Listen stream never ends by itself. */
function forward(emulator: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const call = callOf(emulator, req);
    call.on('response', (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      res.flushHeaders();
      answer.pipe(res);
    });
    call.on('error', () => res.destroy());
    res.on('close', () => {
      call.destroy();
      resolve();
    });
    req.pipe(call);
  });
}

interface WholeAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The emulator's answer to a call whose body was read already. */
function answerTo(emulator: string, req: IncomingMessage, body: Buffer): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const call = callOf(emulator, req);
    call.on('response', (answer) => {
      text(answer).then(
        (body) => resolve({ status: answer.statusCode!, headers: answer.headers, body }),
        reject,
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}
