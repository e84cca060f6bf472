/**
 * Browsers may remember a module that did not arrive until the page is loaded anew. Under another address it
 * is asked for again; the failure names its own in Chromium and Firefox. Rejects as `load` does elsewhere.
 */
export async function importAgain<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
    if (!address) throw error;
    return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as T;
  }
}
