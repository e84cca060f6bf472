/** Files of a saved request that a page is still reading: the request waits for them a little, and then goes without. */
import type { EpochMs } from '../domain/clock';
import { LONGEST_AWAIT } from '../domain/constants';
import type { RecordDeps } from './delivery/journal';
import { Stop } from './delivery/stop';
import { leaveOut, withImage } from './pictureObjects';
import type { PendingRequest } from './record';
import type { OutboxStore } from './store/outboxStore';

/**
 * Milliseconds for which a saved request waits for a file. The page decides after ten seconds (`requestForm`); this is
 * for a page that has died before.
 */
export const AWAIT_FILES = 15_000;

/**
 * Stops the delivery of a record whose image at `index` has no file yet and is still awaited. One that is not awaited
 * any more counts as lost, and is left out where it would be prepared.
 */
export async function checkAwaited(
  { store, now }: Pick<RecordDeps, 'store' | 'now'>,
  { awaitedUntil = 0, chosen = '' }: PendingRequest['images'][0],
): Promise<void> {
  const milliseconds = awaitedUntil - now();
  // A time that is further away was written under another clock.
  if (milliseconds <= 0 || milliseconds > LONGEST_AWAIT || (await store.file(chosen))) return;
  throw new Stop({ type: 'wait', milliseconds });
}

/** Says until when a record waits for these files. With a time that has passed, they are left out and named. */
export async function awaitFiles(
  { store, now, newKey }: Pick<RecordDeps, 'now' | 'newKey'> & { store: OutboxStore },
  key: string,
  { ids, until }: { ids: readonly string[]; until: EpochMs },
): Promise<void> {
  for (;;) {
    const record = await store.read(key);
    if (!record) return;
    let changed: PendingRequest = { ...record, revision: newKey(), notBefore: 0 };
    for (const [index, image] of record.images.entries()) {
      const { chosen, awaitedUntil } = image;
      if (chosen === undefined || awaitedUntil === undefined || !ids.includes(chosen)) continue;
      changed =
        until <= now()
          ? leaveOut(changed, index)
          : withImage(changed, index, { ...image, awaitedUntil: until });
    }
    // A deliverer that has the record in hand finds that it has changed, and begins again.
    if (await store.update(changed, record.revision)) return;
  }
}
