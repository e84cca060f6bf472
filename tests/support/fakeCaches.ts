/** The caches of a browser, as far as pages use them: in the order in which entries were put. */
export function fakeCaches() {
  const caches = new Map<string, Map<string, Response>>();
  return {
    has: async (name: string) => caches.has(name),
    async open(name: string) {
      const entries = caches.get(name) ?? new Map<string, Response>();
      caches.set(name, entries);
      const urlOf = (request: string | { url: string }) =>
        typeof request === 'string' ? request : request.url;
      return {
        match: async (request: string | { url: string }) => entries.get(urlOf(request))?.clone(),
        put: async (request: string, response: Response) =>
          void entries.set(urlOf(request), response),
        delete: async (request: string | { url: string }) => entries.delete(urlOf(request)),
        keys: async () => [...entries.keys()].map((url) => ({ url })),
      };
    },
  };
}
