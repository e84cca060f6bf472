import type { Page } from '@playwright/test';

interface Answer {
  id: number;
  result: { usedSize: number; backingStorageSize?: number };
}

/**
 * Attaches to the service worker of a page by the browser (Chrome DevTools protocol, domains Target and
 * Runtime); what it returns resolves with the bytes in use after a garbage collection.
 */
export async function workerHeap(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const { origin } = new URL(page.url());
  const worker = targetInfos.find(
    ({ type, url }) => type === 'service_worker' && url.startsWith(origin),
  );
  const target = { targetId: worker!.targetId, flatten: false };
  const { sessionId } = await session.send('Target.attachToTarget', target);
  let id = 0;
  const ask = async (method: string): Promise<Answer> => {
    id += 1;
    const answered = new Promise<Answer>((resolve) => {
      session.once('Target.receivedMessageFromTarget', ({ message }) => {
        resolve(JSON.parse(message) as Answer);
      });
    });
    const message = JSON.stringify({ id, method });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    return answered;
  };
  return async () => {
    await ask('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize = 0 } = (await ask('Runtime.getHeapUsage')).result;
    return usedSize + backingStorageSize;
  };
}
