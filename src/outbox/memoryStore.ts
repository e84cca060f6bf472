import type { SentRequest } from '../ports/outbox';
import type { PendingRequest } from './record';
import type { ObjectPlace } from './objects';
import { filesOf, type OutboxStore } from './store';

/**
 * The outbox in memory: for requests that the device cannot keep, as long as the page is open, and for
 * tests of the delivery. Values are copied in and out, as IndexedDB does.
 */
export function createMemoryStore(): OutboxStore {
  const records = new Map<string, PendingRequest>();
  const objects = new Map<string, ArrayBuffer>();
  const files = new Map<string, Blob>();
  const receipts = new Map<string, SentRequest>();

  const nameOf = (key: string, { index, part }: ObjectPlace) => `${key}/${index}/${part}`;
  const erase = (key: string) => {
    const record = records.get(key);
    if (!record) return;
    records.delete(key);
    for (const id of filesOf(record)) files.delete(id);
    for (const name of objects.keys()) if (name.startsWith(`${key}/`)) objects.delete(name);
  };

  return {
    save: async (record, added, replaced) => {
      if (records.has(record.key) || receipts.has(record.key)) return;
      if (replaced) erase(replaced.key);
      records.set(record.key, structuredClone(record));
      for (const { id, file } of added) files.set(id, file);
    },
    list: async () => structuredClone([...records.values()].sort((a, b) => a.savedAt - b.savedAt)),
    read: async (key) => structuredClone(records.get(key)),
    editedKey: async () => undefined,
    file: async (id) => files.get(id),
    ahead: async () => undefined,
    bytes: async (key, at) => objects.get(nameOf(key, at)),
    update: async (record, expected, prepared) => {
      const stored = records.get(record.key);
      if (stored?.revision !== expected && stored?.revision !== record.revision) return false;
      records.set(record.key, structuredClone(record));
      if (prepared) {
        const { index, chosen, image } = prepared;
        objects.set(nameOf(record.key, { index, part: 'image' }), image.bytes);
        objects.set(nameOf(record.key, { index, part: 'thumb' }), image.thumb.bytes);
        files.delete(chosen);
      }
      return true;
    },
    finish: async (key, expected, receipt) => {
      if (records.get(key)?.revision !== expected) {
        return receipt !== undefined && !records.has(key) && receipts.has(key);
      }
      erase(key);
      if (receipt) receipts.set(key, receipt);
      return true;
    },
    receipts: async () => [...receipts.values()].sort((a, b) => a.sentAt - b.sentAt),
  };
}
