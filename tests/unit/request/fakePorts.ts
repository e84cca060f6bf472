import type { ChosenFile, DeliveryEvent, Draft, OutboxSummary } from '../../../src/domain/outbox';
import type { DraftPort, LoadedDraft, OutboxPort, SaveResult } from '../../../src/domain/ports';
import { EMPTY_FIELDS } from '../../../src/domain/validation';

export const FIELDS = { ...EMPTY_FIELDS, name: 'Ann', email: 'ann@example.com' };

/** A chosen image with its file. */
export const chosen = (id: string): ChosenFile => ({
  id,
  name: `${id}.jpg`,
  type: 'image/jpeg',
  file: new Blob([id], { type: 'image/jpeg' }),
});

export const summary = (key: string, change: Partial<OutboxSummary> = {}): OutboxSummary => ({
  key,
  id: '1234567890',
  fields: FIELDS,
  imageNames: [],
  savedAt: 0,
  step: 'create',
  attempts: 0,
  notBefore: 0,
  ...change,
});

/** An outbox that does what the test says; what it saves waits. */
export function fakeOutbox(options: Partial<OutboxPort> & { saved?: SaveResult } = {}) {
  const listeners = new Set<(event: DeliveryEvent) => void>();
  const { saved = { outcome: 'saved', key: 'k', isKept: true }, ...overrides } = options;
  const waiting: OutboxSummary[] = [];
  const port: OutboxPort = {
    async save() {
      if (saved.outcome === 'saved') waiting.push(summary(saved.key));
      return saved;
    },
    list: () => Promise.resolve(waiting),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tryNow: () => undefined,
    remove: () => Promise.resolve('removed'),
    reopen: () => Promise.resolve(undefined),
    wasSent: () => Promise.resolve(false),
    ...overrides,
  };
  const emit = (event: DeliveryEvent) => listeners.forEach((listener) => listener(event));
  return { port, emit };
}

/** Drafts in memory, with a record of the calls. */
export function fakeDrafts(draft?: LoadedDraft) {
  const calls: string[] = [];
  const files = new Map((draft?.images ?? []).map(({ id, file }) => [id, file]));
  let stored: Draft | undefined = draft;
  const port: DraftPort = {
    async load() {
      if (!stored) return undefined;
      const images = stored.images.map((image) => ({ ...image, file: files.get(image.id)! }));
      return { ...stored, images };
    },
    async save(newest, added, removed) {
      calls.push(`save ${newest.fields.name}`);
      for (const { id, file } of added) files.set(id, file);
      for (const id of removed) files.delete(id);
      stored = newest;
    },
    async clear(ids) {
      calls.push('clear');
      for (const id of ids) files.delete(id);
      stored = undefined;
    },
  };
  return { port, calls, files, stored: () => stored };
}
