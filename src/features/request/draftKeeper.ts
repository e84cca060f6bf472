import type { DraftImage, DraftPort } from '../../domain/ports';
import type { RequestFields } from '../../domain/types';

type LoadImages = () => Promise<DraftImage[]>;

/** Writes the draft behind the visitor's back: one write at a time, only the newest of what waits. */
export interface DraftKeeper {
  /** `replaces`: the refused record that they were taken from. */
  keepFields(fields: RequestFields, replaces?: string): void;
  keepImages(load: LoadImages): void;
  /** Clears the draft, and everything that was still to be written. */
  drop(): void;
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
  let fields: { newest: RequestFields; replaces: string | undefined } | undefined;
  let images: LoadImages | undefined;
  let dropped = false;
  let running = false;
  let left = false;

  const next = (): Promise<void> | undefined => {
    if (dropped) {
      dropped = false;
      return drafts.clear();
    }
    if (fields) {
      const { newest, replaces } = fields;
      fields = undefined;
      return drafts.saveFields(newest, replaces);
    }
    if (images) {
      const load = images;
      images = undefined;
      // Dropped or replaced while the bytes were read: not written any more.
      return load().then((list) => (dropped || images ? undefined : drafts.saveImages(list)));
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
    keepFields(newest, replaces) {
      fields = { newest, replaces };
      void run();
    },
    keepImages(load) {
      images = load;
      void run();
    },
    drop() {
      fields = undefined;
      images = undefined;
      dropped = true;
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
