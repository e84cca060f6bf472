/** Firestore's commit and Storage's resumable protocol in memory, behind a scriptable `fetch`. */
import type { BackendConfig } from '../../../src/backend/config';
import type { Fetch } from '../../../src/backend/rest/http';

export const config: BackendConfig = {
  projectId: 'demo-cabinets',
  apiKey: 'local',
  storageBucket: 'demo-cabinets.appspot.com',
  firestoreOrigin: 'http://firestore.test',
  storageOrigin: 'http://storage.test',
  authOrigin: null,
  authDomain: 'test',
  appId: 'local',
  local: true,
};

export type Label = 'create' | 'confirm' | 'attach' | 'start' | 'query' | 'send';

/** `before`: the server never sees the request. `after`: it does, and only its answer is replaced. */
export interface Fault {
  when: 'before' | 'after';
  /** undefined: the connection breaks. */
  answer?: () => Response;
}

interface Session {
  object: string;
  size: number;
  bytes: Uint8Array[];
  done: boolean;
}

interface StoredDocument {
  fields: Record<string, unknown>;
}

export interface FakeBackend {
  fetch: Fetch;
  documents: Map<string, StoredDocument>;
  objects: Map<string, Uint8Array>;
  sessions: Map<string, Session>;
  /** Every request in order: its label, and for chunks the range. */
  log: string[];
  /** Meets the next request of this label, and so on. */
  fault(label: Label, ...faults: (Fault | 'pass')[]): void;
  /** Called with each request before it is served. */
  onRequest?: (label: Label, url: string) => void | Promise<void>;
}

export const dropped: Fault = { when: 'before' };
export const answerLost: Fault = { when: 'after' };
export const portal: Fault = {
  when: 'before',
  answer: () => new Response('<html>Please sign in to Wi-Fi</html>', { status: 200 }),
};

export function refusal(status: number, headers: Record<string, string> = {}): Fault {
  return {
    when: 'before',
    answer: () => json(status, { error: { code: status, message: `no (${status})` } }, headers),
  };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

const denied = () =>
  json(403, { error: { code: 403, message: 'denied', status: 'PERMISSION_DENIED' } });

export function createFakeBackend(): FakeBackend {
  const documents = new Map<string, StoredDocument>();
  const objects = new Map<string, Uint8Array>();
  const sessions = new Map<string, Session>();
  const faults = new Map<Label, (Fault | 'pass')[]>();
  const log: string[] = [];

  const backend: FakeBackend = {
    documents,
    objects,
    sessions,
    log,
    fault: (label, ...more) => faults.set(label, [...(faults.get(label) ?? []), ...more]),
    async fetch(url, init) {
      const label = labelOf(url, init);
      await backend.onRequest?.(label, url);
      if (init.signal?.aborted) throw new TypeError('aborted');
      const next = faults.get(label)?.shift();
      const fault = next === 'pass' ? undefined : next;
      log.push(labelled(label, init) + (fault ? '!' : ''));
      if (fault?.when === 'before') return fault.answer?.() ?? broken();
      const answer = serve(label, url, init);
      return fault ? (fault.answer?.() ?? broken()) : answer;
    },
  };

  function serve(label: Label, url: string, init: RequestInit): Response {
    if (label === 'start') return start(url, init);
    if (label === 'query' || label === 'send') return session(label, url, init);
    return commitWrite(init);
  }

  /** The rules of requests/{id}: create, exact replay, files once from empty, exact replay. */
  function commitWrite(init: RequestInit): Response {
    const [write] = (JSON.parse(init.body as string) as { writes: Write[] }).writes;
    const { update, updateMask, currentDocument } = write!;
    const id = update.name.split('/').at(-1)!;
    const stored = documents.get(id);
    if (!stored) {
      if (updateMask) return denied();
      if (currentDocument?.exists) return json(404, { error: { code: 404, message: 'none' } });
      documents.set(id, { fields: update.fields });
    } else if (updateMask) {
      const files = JSON.stringify(stored.fields['files']);
      const isEmpty = files === JSON.stringify({ arrayValue: { values: [] } });
      if (!isEmpty && files !== JSON.stringify(update.fields['files'])) return denied();
      stored.fields['files'] = update.fields['files'];
    } else if (JSON.stringify(stored.fields) !== JSON.stringify(update.fields)) return denied();
    return json(200, { writeResults: [{ updateTime: 't' }], commitTime: 't' });
  }

  function start(url: string, init: RequestInit): Response {
    const object = new URL(url).searchParams.get('name')!;
    if (objects.has(object) || !documents.has(object.split('/')[1]!)) return denied();
    const size = Number(headersOf(init).get('x-goog-upload-header-content-length'));
    const address = `${config.storageOrigin}/upload/${sessions.size + 1}`;
    sessions.set(address, { object, size, bytes: [], done: false });
    return new Response('', {
      headers: { 'x-goog-upload-status': 'active', 'x-goog-upload-url': address },
    });
  }

  function session(label: Label, url: string, init: RequestInit): Response {
    const upload = sessions.get(url);
    if (!upload) return json(404, { error: { code: 404, message: 'no such session' } });
    const received = upload.bytes.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const metadata = () => ({
      name: upload.object,
      bucket: config.storageBucket,
      size: String(upload.size),
      downloadTokens: `token-${upload.object.split('/').at(-1)}`,
    });
    if (label === 'query') {
      const status = upload.done ? 'final' : 'active';
      return json(200, upload.done ? metadata() : {}, {
        'x-goog-upload-status': status,
        'x-goog-upload-size-received': String(received),
      });
    }
    const headers = headersOf(init);
    if (upload.done || Number(headers.get('x-goog-upload-offset')) !== received) {
      return json(400, { error: { code: 400, message: 'wrong offset' } });
    }
    upload.bytes.push(new Uint8Array(init.body as Uint8Array<ArrayBuffer>));
    if (!headers.get('x-goog-upload-command')!.includes('finalize')) {
      return json(200, {}, { 'x-goog-upload-status': 'active' });
    }
    if (objects.has(upload.object)) return denied();
    upload.done = true;
    objects.set(upload.object, Buffer.concat(upload.bytes));
    return json(200, metadata(), { 'x-goog-upload-status': 'final' });
  }

  return backend;
}

interface Write {
  update: { name: string; fields: Record<string, unknown> };
  updateMask?: { fieldPaths: string[] };
  currentDocument?: { exists: boolean };
}

function labelOf(url: string, init: RequestInit): Label {
  const command = headersOf(init).get('x-goog-upload-command');
  if (command === 'start') return 'start';
  if (command !== null) return command === 'query' ? 'query' : 'send';
  const [write] = (JSON.parse(init.body as string) as { writes: Write[] }).writes;
  if (!url.includes('/documents:commit')) throw new Error(`Unexpected request: ${url}`);
  if (write!.currentDocument) return 'confirm';
  return write!.updateMask ? 'attach' : 'create';
}

function labelled(label: Label, init: RequestInit): string {
  if (label !== 'send') return label;
  const offset = Number(headersOf(init).get('x-goog-upload-offset'));
  return `send ${offset}+${(init.body as Uint8Array).byteLength}`;
}

function headersOf(init: RequestInit): Headers {
  return new Headers(init.headers);
}

function broken(): never {
  throw new TypeError('fetch failed');
}
