declare const self: ServiceWorkerGlobalScope;

/** Sends a message to all pages that this worker controls. */
export function postToPages(message: unknown): void {
  void self.clients.matchAll({ type: 'window' }).then((pages) => {
    for (const page of pages) page.postMessage(message);
  });
}
