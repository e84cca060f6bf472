/** A new version of the worker, as a page sees it. */
import { expect } from '@playwright/test';
import type { Evaluates } from './outboxDatabase';

/** Resolves when the worker has cached what the page had loaded before it. */
export async function keptForOffline(page: Evaluates): Promise<void> {
  const kept = () =>
    page.evaluate(async () => (await caches.open('gallery')).keys().then((k) => k.length));
  await expect.poll(kept).toBe(1);
}

/** Has the browser look for a new worker. */
export function lookForUpdate(page: Evaluates): Promise<void> {
  return page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())!.update();
  });
}

/** Resolves when a new worker is installed and waits to take over. */
export async function newWorkerWaits(page: Evaluates): Promise<void> {
  await page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!;
    if (registration.waiting) return;
    await new Promise<void>((resolve) => {
      const watch = () =>
        registration.installing?.addEventListener('statechange', () => {
          if (registration.waiting) resolve();
        });
      watch();
      registration.addEventListener('updatefound', watch);
    });
  });
}

/** Whether a worker still waits behind the one that controls the page. */
export function isWaiting(page: Evaluates): Promise<boolean> {
  return page.evaluate(async () =>
    Boolean((await navigator.serviceWorker.getRegistration())!.waiting),
  );
}
