/** Deletes uploaded pictures that were never attached to their request: nobody has an address of them. */
import type { EpochMs } from './clock.js';

/** firestore.rules let pictures be attached for 30 days. One more day allows for clocks that differ. */
const KEPT_MS = 31 * 86_400_000;

export interface UnattachedPicturesDeps {
  /** The requests created later than `after` and not later than `to`, oldest first. */
  requestsBetween(after: EpochMs, to: EpochMs): Promise<{ id: string; files: unknown }[]>;
  /** Deletes every stored file of a request. */
  deletePictures(id: string): Promise<void>;
  /** Every request created up to this time has been checked; 0 before the first run. */
  checkedUpTo(): Promise<EpochMs>;
  setCheckedUpTo(time: EpochMs): Promise<void>;
  now(): EpochMs;
}

/**
 * Deletes, once, the pictures of every request whose `files` are still empty after 31 days. If a run fails, the
 * next one starts where the last complete run ended.
 */
export async function deleteUnattachedPictures(deps: UnattachedPicturesDeps): Promise<void> {
  const to = deps.now() - KEPT_MS;
  for (const { id, files } of await deps.requestsBetween(await deps.checkedUpTo(), to)) {
    if (Array.isArray(files) && files.length === 0) await deps.deletePictures(id);
  }
  await deps.setCheckedUpTo(to);
}
