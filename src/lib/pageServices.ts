/** What a reload would do now: lose something, only disturb the visitor, or neither. */
export type Harm = 'loss' | 'disturbance' | 'none';

export interface Safety {
  /** Reports what harm a reload would do to `what`. `none` ends an earlier report. */
  report(what: string, harm: Harm): void;
  /** Runs `task` once a reload would have done no harm for a moment. With `mayDisturb` only a loss counts as harm. */
  whenSafe(task: () => void, options?: { mayDisturb: boolean }): void;
}

export interface PageWorker {
  /**
   * Settles when a worker is active. In a browser without workers it settles with the first screen; if the
   * worker fails, it never settles.
   */
  ready: Promise<unknown>;
  /** Asks the browser to look for a new worker. Settles when the browser has looked. */
  update(): Promise<void>;
  /** Reloads the page. Before that, a newer worker that waits or is being installed takes over. */
  reload(): Promise<void>;
}

/**
 * Queues a task, and returns what cancels it while it waits. A failure of the task is ignored. The next task waits for
 * it at most five seconds.
 */
export type QueueIdleTask = (task: () => Promise<unknown>) => () => void;
