import type { SentRequest, UploadProgress } from '../../domain/types';
import type { OutboxLists, OutboxSummary } from '../port';
import { MAX_SENT_REQUESTS, type OutboxStore } from '../store/outboxStore';
import { namesLeftOut, type OutboxRecord, type Picture } from '../record';

/** What a record itself does not say. */
export type Mark = Pick<OutboxSummary, 'inMemory' | 'goesOn'>;

interface Kept {
  waiting: Map<string, OutboxSummary>;
  sent: Map<string, SentRequest>;
}

/**
 * The lists that a page shows of one store. News of a record cost that record, however many wait. A record that has not
 * changed stays the same object, so that nothing is drawn anew for it.
 */
export function createStoreLists(store: OutboxStore, mark: (record: OutboxRecord) => Mark) {
  let kept: Kept | undefined;

  const summarize = (record: OutboxRecord) =>
    keepSame(kept?.waiting.get(record.key), { ...summaryOf(record), ...mark(record) });

  // The waiting ones are read first: one that is sent in between is in both lists, and never in neither.
  const readAll = async (): Promise<Kept> => ({
    waiting: mapOf((await store.list()).map(summarize)),
    sent: mapOf(await store.sentRequests()),
  });

  const readAgain = async ({ waiting, sent }: Kept, key: string) => {
    const record = await store.read(key);
    if (record) {
      waiting.set(key, summarize(record));
      return;
    }
    const sentRequest = await store.sentRequest(key);
    waiting.delete(key);
    if (sentRequest) sent.set(key, sentRequest);
  };

  return {
    /** The lists now. With `keys` only these records have changed since the last call. One call at a time. */
    async read(keys?: ReadonlySet<string>): Promise<OutboxLists> {
      const before = kept;
      try {
        if (before && keys) await Promise.all([...keys].map((key) => readAgain(before, key)));
        else kept = await readAll();
      } catch (error) {
        // The news were not read, and nobody will tell them again.
        kept = undefined;
        throw error;
      }
      return listsFrom(kept!);
    },
    /** The next call of `read` reads everything: news have been passed over. */
    forget() {
      kept = undefined;
    },
  };
}

function listsFrom({ waiting, sent }: Kept): OutboxLists {
  return {
    waiting: [...waiting.values()].sort((a, b) => a.savedAt - b.savedAt),
    sentRequests: [...sent.values()].sort((a, b) => a.sentAt - b.sentAt).slice(-MAX_SENT_REQUESTS),
  };
}

const mapOf = <T extends { key: string }>(items: T[]) =>
  new Map(items.map((item) => [item.key, item]));

/** The object from before, if the new one says the same. Both are JSON, made by the same code. */
function keepSame<T>(before: T | undefined, now: T): T {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

export function summaryOf(record: OutboxRecord): OutboxSummary {
  const { key, id, fields, images, savedAt, step, attempts, notBefore } = record;
  const { needsAttention, forPage } = record;
  const missing = namesLeftOut(record);
  return {
    key,
    id,
    fields,
    imageNames: images.map(({ name }) => name),
    ...(missing.length > 0 && { missing }),
    ...(images.some(({ state }) => state === 'awaited') && { isAwaiting: true as const }),
    savedAt,
    step,
    attempts,
    notBefore,
    progress: progressOf(images),
    ...(needsAttention && { needsAttention }),
    ...(forPage && { forPage }),
  };
}

/**
 * How much of the record's pictures is uploaded. It never falls, because bytes that are sent again do not count again.
 */
function progressOf(images: Picture[]): UploadProgress {
  const prepared = images.flatMap((picture) => (picture.state === 'prepared' ? picture : []));
  const objects = prepared.flatMap(({ image, thumb }) => [image, thumb]);
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    sentBytes: sum(objects.map(({ url, size, offset = 0 }) => (url === undefined ? offset : size))),
    totalBytes: sum(objects.map(({ size }) => size)),
    count: prepared.filter(({ image, thumb }) => image.url && thumb.url).length,
    total: images.filter(({ state }) => state !== 'leftOut' && state !== 'unknown').length,
  };
}
