import type { DraftImage, DraftOrigin, DraftPort } from '../../domain/ports';
import type { RequestFields } from '../../domain/types';

/** Writes the draft behind the visitor's back: one write at a time, only the newest of what waits. */
export interface DraftKeeper {
  keepFields(fields: RequestFields, origin: DraftOrigin): void;
  keepImages(images: DraftImage[], draft: string): void;
  /** Clears the draft if it has one of these names, and everything that was still to be written. */
  drop(drafts: string[]): void;
  /** Leaves the stored draft as it is from now on, whatever is kept or dropped. */
  leave(): void;
  /** Hands over what waits at once, without waiting for a write that is under way. */
  flush(): void;
}

/**
 * A write starts with the first change and not some time after the last one, so that a reload loses
 * nothing; while it runs, later changes are collected into the next one.
 */
export function createDraftKeeper(
  drafts: DraftPort,
  onError: (error: unknown) => void,
): DraftKeeper {
  let fields: { newest: RequestFields; origin: DraftOrigin } | undefined;
  let images: { newest: DraftImage[]; draft: string } | undefined;
  let dropped: string[] | undefined;
  let running = false;
  let left = false;

  const next = (): Promise<void> | undefined => {
    if (dropped !== undefined) {
      const names = dropped;
      dropped = undefined;
      return drafts.clear(names);
    }
    if (fields) {
      const { newest, origin } = fields;
      fields = undefined;
      return drafts.saveFields(newest, origin);
    }
    if (images) {
      const { newest, draft } = images;
      images = undefined;
      return drafts.saveImages(newest, draft);
    }
    return undefined;
  };
  const run = async () => {
    if (running || left) return;
    running = true;
    for (let write = next(); write; write = next()) await write.catch(onError);
    running = false;
  };

  return {
    keepFields(newest, origin) {
      fields = { newest, origin };
      void run();
    },
    keepImages(newest, draft) {
      images = { newest, draft };
      void run();
    },
    drop(names) {
      fields = undefined;
      images = undefined;
      dropped = names;
      void run();
    },
    leave() {
      left = true;
    },
    flush() {
      if (left) return;
      for (let write = next(); write; write = next()) write.catch(onError);
    },
  };
}
