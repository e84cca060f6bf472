/** What the page offers its parts: when it may be reloaded, its worker, and a place in the queue. */

/** What a reload would do now: lose something, or only disturb somebody; `none` where neither. */
export type Harm = 'loss' | 'disturbance' | 'none';

/** When the page may be reloaded, or a new worker take over. */
export interface Safety {
  /** Says what harm a reload would do to `what`; `none` ends an earlier report. */
  report(what: string, harm: Harm): void;
  /**
   * Runs `task` once a reload has done no harm for a moment; at once when that is now. With `mayDisturb` it
   * waits only for what would be lost.
   */
  whenSafe(task: () => void, options?: { mayDisturb: boolean }): void;
}

/** What the page does with its service worker. */
export interface PageWorker {
  /** Settles when a version is active (without workers: with the first screen); where they fail it never does. */
  ready: Promise<unknown>;
  /** Asks the browser to look for a new worker; settles when it has looked. */
  update(): Promise<void>;
  /** Reloads the page, by way of a newer worker that waits or is being installed. */
  reload(): Promise<void>;
}

/**
 * Queues a piece of work; returns how to call it off while it waits. Its failure is its own business, and
 * the next piece waits for it for no more than five seconds.
 */
export type Later = (task: () => Promise<unknown>) => () => void;
