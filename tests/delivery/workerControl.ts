import type { CDPSession, Page } from '@playwright/test';

/** What the browser's developer tools can do to the service worker of a page. */
export interface WorkerControl {
  /** Kills the worker as the browser may at any time; resolves when it is dead. */
  stop(): Promise<void>;
  /** Takes the page where the worker does not see it: a file of the site, loaded past the worker. */
  leave(): Promise<void>;
  /** Background Sync fires. */
  sync(): Promise<void>;
}

interface Version {
  versionId: string;
  registrationId: string;
  runningStatus: 'stopped' | 'starting' | 'running' | 'stopping';
  status: string;
}

/** Takes hold of the worker that controls the page (Chrome DevTools protocol, domain ServiceWorker). */
export async function controlWorker(page: Page): Promise<WorkerControl> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const versions = new Map<string, Version>();
  const waiting = new Set<() => void>();
  session.on('ServiceWorker.workerVersionUpdated', (event) => {
    for (const version of event.versions) versions.set(version.versionId, version as Version);
    for (const check of waiting) check();
  });
  await session.send('ServiceWorker.enable');

  const when = (predicate: (all: Version[]) => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!predicate([...versions.values()])) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  await when((all) => all.some(isActivated));

  return {
    stop: () => stop(session, when),
    async leave() {
      await session.send('Network.enable');
      await session.send('Network.setBypassServiceWorker', { bypass: true });
      await page.goto('/favicon.svg');
    },
    async sync() {
      const { registrationId } = [...versions.values()].find(isActivated)!;
      const event = { origin, registrationId, tag: 'outbox', lastChance: false };
      await session.send('ServiceWorker.dispatchSyncEvent', event);
    },
  };
}

const isActivated = ({ status }: Version) => status === 'activated';

async function stop(
  session: CDPSession,
  when: (predicate: (all: Version[]) => boolean) => Promise<void>,
): Promise<void> {
  await session.send('ServiceWorker.stopAllWorkers');
  await when((all) => all.every(({ runningStatus }) => runningStatus === 'stopped'));
}
