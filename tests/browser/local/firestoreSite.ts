/** A page with the whole Firestore SDK, and the local Firestore beside it on its real protocol. */
import {
  createFirestoreHandler,
  createFirestoreStore,
  type FirestoreHandler,
  type FirestoreStore,
  type StoreSnapshot,
} from '../../../local/firestore/index';
import { normaliseFields } from '../../../local/firestore/values';
import { toFields, type Plain } from '../../../local/protoJson';
import type { RulesRequest, Ruleset } from '../../../local/rules/types';
import { decodeUnsignedToken } from '../../../local/tokens';
import { close, listen, serveBundle, type Bundle } from './bundledPage';

export interface FirestoreSite {
  /** The page's address, with more parameters for the page. */
  url(parameters?: Record<string, string>): string;
  readonly store: FirestoreStore;
  /** What the rules were asked. */
  asked: RulesRequest[];
  /** `METHOD path?query` of every request to Firestore. */
  requests: string[];
  /** Document reads billed since the last call of this. */
  takeReads(): number;
  put(path: string, fields: Record<string, Plain>): void;
  remove(path: string): void;
  /** Breaks every connection; while down none is accepted. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  /** Another server process: its memory holds only the snapshot, or nothing. */
  restart(snapshot?: StoreSnapshot): void;
  stop(): Promise<void>;
}

export async function startFirestoreSite(bundle: Bundle): Promise<FirestoreSite> {
  const now = () => new Date();
  const asked: RulesRequest[] = [];
  const requests: string[] = [];
  let reads = 0;
  let store: FirestoreStore;
  let handler: FirestoreHandler;

  // Everything is open but `secret`, and `mine/{uid}` which is the user's own.
  const rules: Ruleset = {
    service: 'cloud.firestore',
    decide(request) {
      asked.push(request);
      const [, , , , collection, id] = request.path.split('/');
      const isMine = collection === 'mine' && id === request.auth?.uid;
      const allowed = collection === 'mine' ? isMine : collection !== 'secret';
      return { allowed, reason: 'a hand-made rule' };
    },
  };

  const start = (initial?: StoreSnapshot) => {
    store = createFirestoreStore({ now, ...(initial ? { initial } : {}) });
    handler = createFirestoreHandler({
      store,
      rules,
      projectId: 'demo-cabinets',
      now,
      verifyToken: (token) => decodeUnsignedToken(token, now()),
      onRead: (count) => {
        reads += count;
      },
    });
  };
  start();

  const service = await listen((req, res) => {
    requests.push(`${req.method} ${req.url}`);
    void handler.handle(req, res);
  });
  const port = Number(new URL(service.origin).port);
  const page = await listen((req, res) => {
    if (!serveBundle(bundle, req, res)) res.writeHead(404).end();
  });

  return {
    url: (parameters = {}) =>
      `${page.origin}/?${new URLSearchParams({ firestore: service.origin, ...parameters })}`,
    get store() {
      return store;
    },
    asked,
    requests,
    takeReads() {
      const count = reads;
      reads = 0;
      return count;
    },
    put: (path, fields) => void store.commit([{ path, fields: normaliseFields(toFields(fields)) }]),
    remove: (path) => void store.commit([{ path, fields: null }]),
    goDown: () => close(service.server),
    comeUp: () =>
      new Promise((resolve) => service.server.listen(port, '127.0.0.1', () => resolve())),
    restart(snapshot) {
      handler.close();
      start(snapshot);
    },
    async stop() {
      handler.close();
      await close(page.server);
      if (service.server.listening) await close(service.server);
    },
  };
}
