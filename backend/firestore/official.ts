/**
 * Uses Google's own Firestore emulator instead of the embedded Firestore. Every call to the port is forwarded
 * unchanged. The backend's store mirrors the emulator's documents, because the data page, Storage's rules and the
 * tests read the store. Documents that they write into the store are also written to the emulator.
 */
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { readBody, requestUrl, type ServiceHandler } from '../httpHelpers';
import { MAX_BODY_BYTES } from './rest/router';
import { normaliseFields } from './firestoreValues';
import type { FirestoreStore } from './firestoreStore';

interface OfficialDeps {
  store: FirestoreStore;
  /** The emulator's address, such as `http://127.0.0.1:8081`. An emulator serves one backend at a time. */
  emulator: string;
  projectId: string;
  rules: string;
  log(line: string): void;
}

const OWNER = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
const BATCH = 400;

/** The emulator does not accept the rules file, or answered with an error. */
export class EmulatorError extends Error {
  override name = 'EmulatorError';
}

/** Empties the emulator, loads the rules into it, then copies the store's documents to it. Throws `EmulatorError`. */
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

  /** Resolves after the last change. Changes run one after the other, so the store gets them in order. */
  let lastChange = Promise.resolve();
  const inOrder = (change: () => Promise<void>) => {
    lastChange = lastChange.then(change);
    return lastChange;
  };
  let isMirroring = false;

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
    // The next call rejects with this error. It is handled here, because Node would otherwise end the process first.
    pushing.catch((error: unknown) => log(`firestore: ${String(error)}`));
  };

  const pull = async (paths: string[]) => {
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
      await lastChange;
      if (!mayChange(req)) return forward(emulator, req, res);
      const body = await readBody(req, MAX_BODY_BYTES);
      await inOrder(async () => {
        const answer = await answerTo(emulator, req, body);
        await pull(pathsIn([requestUrl(req).pathname, body.toString(), answer.body], root));
        if (!res.destroyed) res.writeHead(answer.status, answer.headers).end(answer.body);
      });
    },
    close: unsubscribe,
  };
}

/** Whether this call may change documents. These are plain REST calls; Listen and Write streams are not parsed. */
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

function pathsIn(texts: string[], root: string): string[] {
  // Of these texts only the path of a URL is percent-encoded.
  const decoded = texts.map((text) => (text.startsWith('/') ? decodeURIComponent(text) : text));
  const names = decoded.flatMap((text) => text.split(`${root}/`).slice(1));
  const paths = names.map((rest) => /^[^":?\s]+/.exec(rest)?.[0] ?? '');
  return [...new Set(paths)].filter((path) => path.split('/').length % 2 === 0);
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  const body = await response.text();
  if (response.ok) return body === '' ? {} : (JSON.parse(body) as unknown);
  throw new EmulatorError(
    `Google's emulator answered ${response.status} to ${init.method} ${url}: ${body}`,
  );
}

const callOf = (emulator: string, { url, method = 'GET', headers }: IncomingMessage) =>
  httpRequest(`${emulator}${url}`, { method, headers });

/** Forwards a call, and passes its answer on as it arrives, because a Listen stream never ends by itself. */
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

/** Forwards a call whose body has already been read. Resolves with the emulator's answer. */
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
