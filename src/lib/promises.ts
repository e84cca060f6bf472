/** Calls `open` with the first call and hands on its outcome. After a failure the next call tries again. */
export function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined;
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}

/** Imports a module once, and hands on what `open` makes of it. */
export const importOnce = <M, T>(
  load: () => Promise<M>,
  open: (module: M) => T | Promise<T>,
): (() => Promise<T>) => once(() => importAgain(load).then(open));

/**
 * Browsers may remember a module that did not arrive until the page is loaded anew. Under another address it
 * is asked for again; the failure names its own in Chromium and Firefox. Rejects as `load` does elsewhere.
 */
async function importAgain<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
    if (!address) throw error;
    return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as M;
  }
}

/** The promise's outcome, or a rejection after `milliseconds`. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeOut = new Promise<never>((_, reject) => {
    const error = new Error(`No answer within ${milliseconds} ms.`);
    timer = setTimeout(() => reject(error), milliseconds);
  });
  try {
    return await Promise.race([promise, timeOut]);
  } finally {
    clearTimeout(timer);
  }
}
