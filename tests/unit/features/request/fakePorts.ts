import type { DeliveryEvent, OutboxSummary, PreparedImage } from '../../../../src/domain/outbox';
import type { Draft, DraftPort, OutboxPort, SaveResult } from '../../../../src/domain/ports';
import { EMPTY_FIELDS } from '../../../../src/domain/validation';

export const FIELDS = { ...EMPTY_FIELDS, name: 'Ann', email: 'ann@example.com' };

export const picture = (name: string): PreparedImage => ({
  name,
  type: 'image/jpeg',
  bytes: new ArrayBuffer(8),
  thumb: { type: 'image/jpeg', bytes: new ArrayBuffer(2) },
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

/** An outbox that does what the test says. */
export function fakeOutbox(options: Partial<OutboxPort> & { saved?: SaveResult } = {}) {
  const listeners = new Set<(event: DeliveryEvent) => void>();
  const { saved = { outcome: 'saved', key: 'k' }, ...overrides } = options;
  const port: OutboxPort = {
    save: () => Promise.resolve(saved),
    sendDirectly: () => Promise.resolve(),
    list: () => Promise.resolve([]),
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
  return { port, emit, listeners };
}

/** Drafts in memory, with a record of the calls. */
export function fakeDrafts(draft?: Draft) {
  const calls: string[] = [];
  let stored = draft;
  const port: DraftPort = {
    load: () => Promise.resolve(stored),
    saveFields: (fields, origin) => {
      calls.push(`fields ${fields.name}`);
      const { images = [] } = stored ?? {};
      stored = { fields, images, ...origin };
      return Promise.resolve();
    },
    saveImages: (images, draft) => {
      calls.push(`images ${images.map((image) => image.name).join(' ')}`);
      stored = { fields: EMPTY_FIELDS, ...stored, images, draft };
      return Promise.resolve();
    },
    clear: () => {
      calls.push('clear');
      stored = undefined;
      return Promise.resolve();
    },
  };
  return { port, calls, stored: () => stored };
}
