import type { CDPSession, Page } from '@playwright/test';

/** The memory of the service worker of a page. */
export interface WorkerHeap {
  /** Bytes in use after a garbage collection: objects, and the buffers behind them. */
  used(): Promise<number>;
}

interface Answer {
  id: number;
  result: { usedSize: number; backingStorageSize?: number };
}

/** Attaches to the worker by the browser (Chrome DevTools protocol, domains Target and Runtime). */
export async function workerHeap(page: Page): Promise<WorkerHeap> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const { origin } = new URL(page.url());
  const worker = targetInfos.find(
    ({ type, url }) => type === 'service_worker' && url.startsWith(origin),
  );
  const { sessionId } = await session.send('Target.attachToTarget', {
    targetId: worker!.targetId,
    flatten: false,
  });
  const ask = asker(session, sessionId);
  return {
    async used() {
      await ask('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize = 0 } = (await ask('Runtime.getHeapUsage')).result;
      return usedSize + backingStorageSize;
    },
  };
}

/** Commands to a target that is attached to in messages. */
function asker(session: CDPSession, sessionId: string): (method: string) => Promise<Answer> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message) as Answer;
    waiting.get(answer.id)?.(answer);
  });
  return async (method) => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method }),
    });
    return answered;
  };
}
