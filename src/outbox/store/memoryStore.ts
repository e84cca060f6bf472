import type { SentRequest } from '../../domain/types';
import type { OutboxRecord, ObjectPlace } from '../record';
import { chosenFileIds } from './bytes';
import type { OutboxStore } from './outboxStore';

/** Records are JSON. `structuredClone` came late to some browsers. */
const copyOf = <T>(json: T): T => JSON.parse(JSON.stringify(json)) as T;

/** The outbox in memory, which lasts as long as the page. Values are copied in and out, as IndexedDB does. */
export function createMemoryStore(): OutboxStore {
  const records = new Map<string, OutboxRecord>();
  const objects = new Map<string, ArrayBuffer>();
  const files = new Map<string, Blob>();
  const sentRequests = new Map<string, SentRequest>();

  const objectKey = (key: string, { index, part }: ObjectPlace) => `${key}/${index}/${part}`;
  const deleteRecord = (key: string) => {
    const record = records.get(key);
    if (!record) return;
    records.delete(key);
    for (const id of chosenFileIds(record)) files.delete(id);
    for (const name of objects.keys()) if (name.startsWith(`${key}/`)) objects.delete(name);
  };

  return {
    save: async (record, added, replaced) => {
      if (records.has(record.key)) throw new DOMException('The key is taken.', 'ConstraintError');
      if (replaced) deleteRecord(replaced.key);
      records.set(record.key, copyOf(record));
      for (const { id, file } of added) files.set(id, file);
    },
    addFile: async ({ id, file }) => void files.set(id, file),
    list: async () => copyOf([...records.values()].sort((a, b) => a.savedAt - b.savedAt)),
    read: async (key) => {
      const record = records.get(key);
      return record && copyOf(record);
    },
    editedKey: async () => undefined,
    file: async (id) => files.get(id),
    preparedAhead: async () => undefined,
    bytes: async (key, at) => objects.get(objectKey(key, at)),
    update: async (record, expected, prepared) => {
      const stored = records.get(record.key);
      if (stored?.revision !== expected && stored?.revision !== record.revision) return false;
      records.set(record.key, copyOf(record));
      if (prepared) {
        const { index, file, image } = prepared;
        objects.set(objectKey(record.key, { index, part: 'image' }), image.bytes);
        objects.set(objectKey(record.key, { index, part: 'thumb' }), image.thumb.bytes);
        files.delete(file);
      }
      return true;
    },
    finish: async (key, expected, sent) => {
      if (records.get(key)?.revision !== expected) {
        return sent !== undefined && !records.has(key) && sentRequests.has(key);
      }
      deleteRecord(key);
      if (sent) sentRequests.set(key, sent);
      return true;
    },
    sentRequest: async (key) => sentRequests.get(key),
    sentRequests: async () => [...sentRequests.values()].sort((a, b) => a.sentAt - b.sentAt),
  };
}
