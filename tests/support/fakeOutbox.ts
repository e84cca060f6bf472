import type {
  ChosenFile,
  OutboxLists,
  OutboxSummary,
  DraftPort,
  FollowOutbox,
  LoadedDraft,
  OutboxPort,
} from '../../src/outbox/port';
import { EMPTY_FIELDS } from '../../src/domain/requestFields';

/** A complete request. */
export const FIELDS = {
  ...EMPTY_FIELDS,
  name: 'Ann',
  email: 'ann@example.com',
  phone: '(412) 555-0134',
  address: '12 Elm Street',
  description: 'Oak doors',
};

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
  progress: { sentBytes: 0, totalBytes: 0, count: 0, total: 0 },
  ...change,
});

export const KEPT = { outcome: 'saved', key: 'k', store: 'disk' } as const;

/** An outbox in memory. `k` waits in it until `hold` changes that. */
export function fakeOutbox(overrides: Partial<OutboxPort> = {}) {
  const followers = new Set<Parameters<FollowOutbox>>();
  let content: OutboxLists = { waiting: [summary('k')], sentRequests: [] };
  const port: OutboxPort = {
    save: async () => KEPT,
    bring: async () => undefined,
    leaveOut: async () => undefined,
    read: async () => content,
    follow: (...follower) => {
      followers.add(follower);
      port.read().then(...follower);
      return () => followers.delete(follower);
    },
    tryAllNow: () => undefined,
    retry: async () => undefined,
    remove: async () => 'removed',
    reopen: async () => undefined,
    markAnnounced: async () => undefined,
    ...overrides,
  };
  /** Changes its content. */
  const hold = (
    ...[waiting, sentRequests = []]: [OutboxSummary[], OutboxLists['sentRequests']?]
  ) => {
    content = { waiting, sentRequests };
    for (const [onContent] of followers) onContent(content);
  };
  return { port, hold };
}

/** Drafts in memory, with a record of the files that were written (+) and dropped (-). */
export function fakeDrafts(draft?: LoadedDraft) {
  const written: string[] = [];
  const files = new Map((draft?.images ?? []).map(({ id, file }) => [id, file]));
  let stored: Parameters<DraftPort['save']>[0] | undefined = draft;
  const port: DraftPort = {
    isBegun: async () => stored !== undefined,
    async load() {
      const images = stored?.images.map((image) => ({ ...image, file: files.get(image.id)! }));
      return stored && { ...stored, images: images! };
    },
    async save(newest, added, removed) {
      written.push(...added.map(({ id }) => `+${id}`), ...removed.map((id) => `-${id}`));
      for (const { id, file } of added) files.set(id, file);
      for (const id of removed) files.delete(id);
      stored = newest;
    },
    async clear(ids) {
      for (const id of ids) files.delete(id);
      stored = undefined;
    },
  };
  return { port, written, files, stored: () => stored };
}
