import type { ObjectPlace } from '../domain/delivery';
import type { PendingRequest, Receipt } from '../domain/outbox';
import {
  isAmong,
  isHeldByAnother,
  surplusOf,
  type NewRequest,
  type OutboxStore,
  type StoredDraft,
} from './store';

/**
 * The outbox in memory: what direct delivery runs on where nothing durable exists, and what tests of
 * the loop use. Values are copied in and out, as IndexedDB does.
 */
export function createMemoryStore(): OutboxStore {
  const records = new Map<string, PendingRequest>();
  const objects = new Map<string, ArrayBuffer>();
  const receipts = new Map<string, Receipt>();
  const leases = new Map<string, { owner: string; until: number }>();
  let draft: StoredDraft = {};

  const nameOf = (key: string, { index, part }: ObjectPlace) => `${key}/${index}/${part}`;
  const erase = (key: string) => {
    records.delete(key);
    for (const name of objects.keys()) if (name.startsWith(`${key}/`)) objects.delete(name);
  };
  const save = ({ record, images, replaces, drafts }: NewRequest) => {
    if (records.has(record.key) || receipts.has(record.key)) return;
    if (replaces !== undefined) erase(replaces);
    records.set(record.key, structuredClone(record));
    for (const [index, { bytes, thumb }] of images.entries()) {
      objects.set(nameOf(record.key, { index, part: 'image' }), bytes);
      objects.set(nameOf(record.key, { index, part: 'thumb' }), thumb.bytes);
    }
    if (isAmong(drafts, draft.draft)) draft = {};
  };

  return {
    save: async (request) => save(request),
    list: async () => structuredClone([...records.values()].sort((a, b) => a.savedAt - b.savedAt)),
    read: async (key) => structuredClone(records.get(key)),
    bytes: async (key, at) => objects.get(nameOf(key, at)),
    update: async (record, expected) => {
      const stored = records.get(record.key);
      if (stored?.revision !== expected && stored?.revision !== record.revision) return false;
      records.set(record.key, structuredClone(record));
      return true;
    },
    finish: async (key, expected, receipt) => {
      if (records.get(key)?.revision !== expected) {
        return receipt !== undefined && !records.has(key) && receipts.has(key);
      }
      erase(key);
      if (receipt) receipts.set(key, receipt);
      for (const old of surplusOf([...receipts.values()])) receipts.delete(old.key);
      return true;
    },
    receipts: async () => [...receipts.values()].sort((a, b) => a.sentAt - b.sentAt),
    lease: async (name, owner, now, until) => {
      if (isHeldByAnother(leases.get(name), owner, now)) return false;
      leases.set(name, { owner, until });
      return true;
    },
    release: async (name, owner) => {
      if (leases.get(name)?.owner === owner) leases.delete(name);
    },
    loadDraft: async () => structuredClone(draft),
    saveDraft: async (change) => {
      draft = { ...draft, ...structuredClone(change) };
    },
    clearDraft: async (drafts) => {
      if (isAmong(drafts, draft.draft)) draft = {};
    },
  };
}
