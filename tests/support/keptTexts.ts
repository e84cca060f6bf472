/** What a browser keeps of this origin: nothing of a visitor or an owner may be among it once it is sent or signed out. */
import type { Page } from '@playwright/test';

/** Everything that this origin keeps on the device, as text, each piece with its place. */
export const kept = (page: Page): Promise<[place: string, text: string][]> =>
  page.evaluate(async () => {
    const found: [string, string][] = [];
    const text = (value: unknown): string => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        return new TextDecoder('latin1').decode(value);
      }
      if (typeof value !== 'object' || value === null) return String(value);
      return Object.entries(value)
        .map(([key, entry]) => `${key}=${text(entry)}`)
        .join(' ');
    };
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('No result.')));
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name!));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([
          result(objects.getAllKeys()),
          result(objects.getAll()),
        ]);
        for (const [index, value] of values.entries()) {
          found.push([`IndexedDB ${name}/${store}`, `${text(keys[index])} ${text(value)}`]);
        }
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = (await cache.match(request))!;
        const headers = [...request.headers, ...answer.headers].join(' ');
        const body = text(await answer.arrayBuffer());
        found.push([`Cache Storage ${name}`, `${request.url} ${headers} ${body}`]);
      }
    }
    for (const [name, storage] of [
      ['localStorage', localStorage],
      ['sessionStorage', sessionStorage],
    ] as const) {
      for (const [key, value] of Object.entries(storage)) found.push([name, `${key}=${value}`]);
    }
    found.push(['cookies', document.cookie]);
    found.push(['address', location.href]);
    found.push(['history state', text(history.state)]);
    found.push(['title', document.title]);
    found.push(['window.name', window.name]);
    const registration = await navigator.serviceWorker.getRegistration();
    const notifications = (await registration?.getNotifications()) ?? [];
    for (const { title, body } of notifications) found.push(['notification', `${title} ${body}`]);
    for (const entry of performance.getEntries()) found.push(['performance', entry.name]);
    return found;
  });
