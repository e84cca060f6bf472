/** The review area on a page of its own, against the whole local backend with its rules. */
import type { Server } from 'node:http';
import { startBackend, type Backend } from '../../../local/backend';
import { toFields } from '../../../local/protoJson';
import { close, listen, serveBundle, type Bundle } from './authSite';

export interface ReviewSite {
  backend: Backend;
  /** The page's address; `more` is added to its query. */
  url(more?: string): string;
  stop(): Promise<void>;
}

/** The work whose reviews the page shows; it has none yet. */
export const WORK = 'oak-kitchen';

const FREE = { hosting: 0, firestore: 0, auth: 0, storage: 0 };

export async function startReviewSite(bundle: Bundle): Promise<ReviewSite> {
  const backend = await startBackend({
    host: '127.0.0.1',
    ports: FREE,
    faults: true,
    seed: false,
    quiet: true,
  });
  const fields = toFields({ title: 'Oak kitchen', created: new Date() });
  backend.firestore.commit([{ path: `gallery/${WORK}`, fields }]);
  const { origin, server }: { origin: string; server: Server } = await listen((req, res) => {
    if (!serveBundle(bundle, req, res)) res.writeHead(404).end();
  });
  return {
    backend,
    url(more = '') {
      const { auth, firestore } = backend.origins;
      return `${origin}/?${new URLSearchParams({ auth, firestore, work: WORK }).toString()}${more}`;
    },
    async stop() {
      await close(server);
      await backend.stop();
    },
  };
}
