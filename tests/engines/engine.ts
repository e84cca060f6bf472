/** What the journeys ask of a browser, whichever driver it is driven by. */

/** An element of a page, at the moment it was found. */
export interface PageElement {
  /** A real press of the mouse in its middle. */
  click(): Promise<void>;
  /** Real keys, one after another, into what has the focus after a click on it. */
  type(text: string): Promise<void>;
  /** Chooses files of this machine in a file input. */
  choose(paths: string[]): Promise<void>;
}

export interface Page {
  open(address: string): Promise<void>;
  /** Runs a function in the page; it sees its arguments only, which are JSON as its result is. */
  evaluate<R, A extends unknown[]>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** What a function that runs in the page finds. */
  find<A extends unknown[]>(
    run: (...args: A) => Element | null | Promise<Element | null>,
    ...args: A
  ): Promise<PageElement | null>;
  /** Does something that opens a window, and resolves with that. */
  popup(open: () => Promise<void>): Promise<Page>;
}

export interface Browser {
  /** Its first tab. */
  page: Page;
  /** Cuts the page's network as far as the driver can, so that `navigator.onLine` and its events tell. */
  setOffline?(isOffline: boolean): Promise<void>;
  /** SIGKILL to all its processes: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
  /** An orderly end. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** A folder of this browser's own. */
  profile: string;
  /** The profile must outlive the browser. */
  isKept: boolean;
  /** Run in every document as early as the driver can (`callText`). */
  scripts: string[];
}

/** An engine that can be run here. */
export interface Engine {
  /** With its version, as it calls itself. */
  readonly version: string;
  launch(options: LaunchOptions): Promise<Browser>;
  /** Ends what the engine needed beside its browsers. */
  close(): Promise<void>;
}

/** The call of a function as text. tsx wraps inner functions in a helper that a page does not have. */
export function callText<A extends unknown[]>(run: (...args: A) => unknown, args: A): string {
  const list = args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ');
  return `(() => { const __name = (f) => f; return (${run.toString()})(${list}); })()`;
}

/** Milliseconds between two looks. */
const PAUSE = 100;

/**
 * Looks again and again until there is something, and resolves with it. What a look throws counts as
 * nothing (a page may be about to load) and is told when the time is up.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false>,
  patience = 20_000,
): Promise<T> {
  const end = Date.now() + patience;
  let cause: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined && found !== null && found !== false) return found;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end) {
      throw new Error(`Waited ${patience / 1000} s in vain: ${what}.`, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
