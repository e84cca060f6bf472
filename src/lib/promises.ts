/** Returns a function that runs `open` once and shares its result. After a failure the next call tries again. */
export function retryableOnce<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined;
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}

/** Imports a module once, and shares what `open` makes of it. After a failure the next call tries again. */
export const importOnce = <M, T>(
  load: () => Promise<M>,
  open: (module: M) => T | Promise<T>,
): (() => Promise<T>) => retryableOnce(() => importAgain(load).then(open));

/**
 * Imports a module, after a failure a second time. Browsers may remember a failed import until the page is
 * loaded again, so the second try uses another address. It is made from the address in the error's message, which only
 * Chromium and Firefox give. Firefox names the module that failed, which may be one that the part imports: it is not
 * taken for the part. Without the part's address this rejects with the error of `load`.
 */
async function importAgain<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (error) {
    const [, address, name] = /(?:^|\s)(https?:\S+\/([\w.-]+\.js))/.exec(String(error)) ?? [];
    // The code of `load` has the name of the file that it imports.
    if (name === undefined || !String(load).includes(name)) throw error;
    return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as M;
  }
}

/** Settles as `promise` does, or rejects after `milliseconds`. */
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

/** The longest wait of `waitAtMost` where none is given, in milliseconds. */
const MAX_WAIT = 5000;

/** Resolves when the promise has settled, or after so many milliseconds. Never rejects. */
export async function waitAtMost(
  promise: Promise<unknown>,
  milliseconds = MAX_WAIT,
): Promise<void> {
  await within(milliseconds, promise).catch(() => undefined);
}
