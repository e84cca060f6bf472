/**
 * What a version of the app leaves on a device: records at every step, a sent request and a draft, with what the server
 * has of them. A deployed version's recording lies in tests/recordings, and every later version has to deliver it. No
 * test runner needed.
 */
import { openDB, type IDBPDatabase } from 'idb';
import type { Backend } from '../../backend/backend';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDrafts } from '../../src/outbox/store/drafts';
import { storedObjects } from '../support/serverContent';
import { fields, image } from '../support/sampleRequests';
import {
  answerLost,
  createDevice,
  dropped,
  refusal,
  times,
  type Device,
  type Label,
} from './device';

/** A database and a server as JSON. Bytes are base64 in `$bytes`, with the kind of their container. */
export interface Recording {
  version: number;
  /** The address of the Storage in it, which another run replaces by its own. */
  storage: string;
  stores: Record<string, { keyPath: string | null; entries: [IDBValidKey, unknown][] }>;
  documents: { path: string; fields: never }[];
  objects: { name: string; contentType: string; $bytes: string }[];
}

/** The requests that are not sent, by what has happened to each: their pictures, and what their delivery meets. */
const REQUESTS: Record<string, [pictures: number[], meet: (device: Device) => void]> = {
  'Refused.': [[], ({ wire }) => wire.fault('create', ...times(3, refusal(400)))],
  'The attach was not answered, and has not arrived.': [[300], (device) => lose(device, 'attach')],
  'One picture is stored, the other on its way.': [
    [310, 300_000],
    (device) => lose(device, 'finalize'),
  ],
  'Its picture waits for a page.': [
    [300_001],
    ({ deps }) => {
      deps.isPage = false;
      deps.prepareImage = async () => ({ type: 'undecoded' });
    },
  ],
  'The create was not answered, and has arrived.': [
    [],
    (device) => {
      device.wire.fault('create', answerLost);
      lose(device, 'receipt');
    },
  ],
};

/** From now on no such call arrives: what was not answered is tried again as soon as another call was answered. */
function lose({ wire }: Device, lost: Label): void {
  const { onRequest } = wire;
  wire.onRequest = (label) => (label === lost ? dropped : onRequest(label));
}

/** Records what this version leaves on a device. The backend must be empty, and is not emptied. */
export async function recordOutbox(backend: Backend): Promise<Recording> {
  const device = createDevice(backend);
  device.clock.now = RECORDED_AT;
  const { prepareImage } = device.deps;
  await device.save([], 'Sent.');
  await device.deliver();
  for (const [description, [pictures, meet]] of Object.entries(REQUESTS)) {
    await device.save(pictures, description);
    meet(device);
    await device.start().deliver();
    Object.assign(device.deps, { prepareImage, isPage: true });
  }
  await device.save([], 'Not tried yet.');
  await saveDraft(device);
  const recording = {
    ...(await readDatabase()),
    storage: backend.origins.storage,
    documents: COLLECTIONS.flatMap((name) => backend.firestore.list(name)).map(
      ({ path, fields }) => ({ path, fields: fields as never }),
    ),
    objects: storedObjects(backend).map(({ name, contentType, bytes }) => ({
      name,
      contentType: contentType!,
      $bytes: bytes.toString('base64'),
    })),
  };
  await device.remove();
  return recording;
}

/** The time on the device, by which its draft is young. */
export const RECORDED_AT = Date.UTC(2026, 0, 5, 12);

const COLLECTIONS = ['requests', 'uploads', 'receipts'];

async function saveDraft({ clock }: Device): Promise<void> {
  const connection = connectOutbox();
  const chosen = image(300, 9);
  const { id, name, type } = chosen;
  const draft = {
    fields: { ...fields, description: 'A draft, not sent yet.' },
    images: [{ id, name, type }],
  };
  await createDrafts(connection, () => clock.now).save(draft, [chosen], []);
  connection.close();
}

async function readDatabase(): Promise<Pick<Recording, 'version' | 'stores'>> {
  const database: IDBPDatabase = await openDB('outbox');
  const stores: Recording['stores'] = {};
  for (const name of database.objectStoreNames) {
    const { store } = database.transaction(name);
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
    const entries = await Promise.all(values.map(encode));
    const keyPath = store.keyPath as string | null;
    stores[name] = { keyPath, entries: keys.map((key, at) => [key, entries[at]]) };
  }
  const { version } = database;
  database.close();
  return { version, stores };
}

/** Puts a recording into the database of this device, and what had arrived onto the server. */
export async function replay(recording: Recording, backend: Backend): Promise<void> {
  const text = JSON.stringify(recording)
    .replaceAll(recording.storage, backend.origins.storage)
    .replaceAll(/(?<="timestampValue":")[^"]+/g, new Date().toISOString());
  const { version, documents, objects, stores } = JSON.parse(text) as Recording;
  const database = await openDB('outbox', version, {
    upgrade(db) {
      for (const [name, { keyPath }] of Object.entries(stores)) {
        db.createObjectStore(name, keyPath === null ? {} : { keyPath });
      }
    },
  });
  for (const [name, { keyPath, entries }] of Object.entries(stores)) {
    for (const [key, value] of entries) {
      await database.add(name, decode(value), keyPath === null ? key : undefined);
    }
  }
  database.close();
  for (const { path, fields } of documents) backend.firestore.commit([{ path, fields }]);
  for (const { name, contentType, $bytes } of objects) {
    backend.storage.put(name, Buffer.from($bytes, 'base64'), { contentType });
  }
}

/** A value of IndexedDB as JSON. */
async function encode(value: unknown): Promise<unknown> {
  if (value instanceof ArrayBuffer) return bytesOf(value, { kind: 'ArrayBuffer' });
  if (value instanceof Blob) return bytesOf(await value.arrayBuffer(), { type: value.type });
  if (Array.isArray(value)) return Promise.all(value.map(encode));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(async ([key, part]) => [key, await encode(part)]);
  return Object.fromEntries((await Promise.all(parts)) as [string, unknown][]);
}

const bytesOf = (bytes: ArrayBuffer, container: { kind?: string; type?: string }) => ({
  $bytes: Buffer.from(bytes).toString('base64'),
  ...container,
});

function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  const { $bytes, kind, type } = value as Record<string, string>;
  if ($bytes === undefined) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decode(part)]));
  }
  const bytes = new Uint8Array(Buffer.from($bytes, 'base64')).buffer;
  return kind === 'ArrayBuffer' ? bytes : new Blob([bytes], { type: type! });
}
