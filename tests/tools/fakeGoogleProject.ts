/**
 * A Google project as the APIs show it that `npm run setup` asks, kept in memory: written after their
 * documentation (tools/setup/steps.ts names it), nobody has recorded them on a real project yet. What it does
 * not know it refuses. Documents are the local backend's.
 */
import { fieldsOf } from '../../src/firebase/rest/httpCall';

export const PROJECT = 'my-cabinets';
const NUMBER = '415104041262';
const KEY = `AIza${'k'.repeat(35)}`;

type Json = Record<string, any>;

export interface Change {
  method: string;
  url: string;
  body: Json;
}

/** Before or after which change, counted from 0, the line goes dead for good. */
export interface Cut {
  at: number;
  when: 'before' | 'after';
}

const answer = (json: object, status = 200) => Response.json(json, { status });
const notFound = () =>
  answer({ error: { code: 404, message: 'Not found.', status: 'NOT_FOUND' } }, 404);
const denied = (message: string) =>
  answer({ error: { code: 403, message, status: 'PERMISSION_DENIED' } }, 403);

export function createGoogleProject(firestoreOrigin: string) {
  const state = {
    apis: ['serviceusage.googleapis.com'],
    database: undefined as Json | undefined,
    schedules: [] as Json[],
    bucket: undefined as Json | undefined,
    cors: undefined as Json[] | undefined,
    policy: {
      version: 1,
      etag: 'a',
      bindings: [{ role: 'roles/owner', members: ['user:a@example.com'] }],
    } as Json,
    webApps: [] as Json[],
    /** Turned on by hand. */
    auth: undefined as Json | undefined,
  };
  const changes: Change[] = [];
  let cut: Cut | undefined;
  let isDead = false;
  /** Looks at a new database before it is there. */
  let makingDatabase = 0;

  /** What a click in the console does. */
  const turnOnSignIn = () => {
    state.auth = { authorizedDomains: ['localhost', `${PROJECT}.firebaseapp.com`] };
  };

  const project = `projects/${PROJECT}`;
  const database = `firestore.googleapis.com/v1/${project}/databases/(default)`;
  const bucket = `storage.googleapis.com/storage/v1/b/${PROJECT}.firebasestorage.app`;
  const manager = `cloudresourcemanager.googleapis.com/v3/${project}`;
  const webApps = `firebase.googleapis.com/v1beta1/${project}/webApps`;
  const identity = `identitytoolkit.googleapis.com/admin/v2/${project}`;
  const operation = () => answer({ name: 'operations/1', done: false });

  /** By method, host and path. */
  const routes = (query: URLSearchParams): Record<string, (body: Json) => Response> => ({
    [`GET serviceusage.googleapis.com/v1/${project}/services`]: () => {
      const services = state.apis.map((name) => ({
        name: `projects/${NUMBER}/services/${name}`,
        state: 'ENABLED',
      }));
      return answer({ services });
    },
    [`POST serviceusage.googleapis.com/v1/${project}/services:batchEnable`]({ serviceIds }) {
      state.apis.push(...serviceIds);
      return operation();
    },
    [`GET ${database}`]: () =>
      state.database && makingDatabase-- <= 0 ? answer(state.database) : notFound(),
    [`POST firestore.googleapis.com/v1/${project}/databases`](body) {
      if (state.database)
        return answer({ error: { code: 409, message: 'Database already exists.' } }, 409);
      state.database = { name: `${project}/databases/${query.get('databaseId')}`, ...body };
      makingDatabase = 2;
      return operation();
    },
    [`PATCH ${database}`](body) {
      Object.assign(state.database!, body);
      return operation();
    },
    [`GET ${database}/backupSchedules`]: () =>
      answer(state.schedules.length > 0 ? { backupSchedules: state.schedules } : {}),
    [`POST ${database}/backupSchedules`](body) {
      const name = `${project}/databases/(default)/backupSchedules/1`;
      state.schedules.push({ name, ...body });
      return answer(body);
    },
    [`PATCH ${database}/backupSchedules/1`](body) {
      Object.assign(state.schedules[0]!, body);
      return answer(body);
    },
    [`GET firebasestorage.googleapis.com/v1alpha/${project}/defaultBucket`]: () =>
      state.bucket ? answer(state.bucket) : notFound(),
    [`POST firebasestorage.googleapis.com/v1alpha/${project}/defaultBucket`]({ location }) {
      const name = `${project}/buckets/${PROJECT}.firebasestorage.app`;
      state.bucket = { name: `${project}/defaultBucket`, location, bucket: { name } };
      return answer(state.bucket);
    },
    [`GET ${bucket}`]: () => answer(state.cors ? { cors: state.cors } : {}),
    [`PATCH ${bucket}`]({ cors }) {
      state.cors = cors;
      return answer({ cors });
    },
    [`GET ${manager}`]: () => answer({ name: `projects/${NUMBER}`, projectId: PROJECT }),
    [`POST ${manager}:getIamPolicy`]: () => answer(state.policy),
    [`POST ${manager}:setIamPolicy`]({ policy }) {
      if (policy.etag !== state.policy['etag'])
        return answer({ error: { code: 409, message: 'Conflict.' } }, 409);
      state.policy = { ...policy, etag: `${policy.etag}a` };
      return answer(state.policy);
    },
    [`GET ${webApps}`]: () => answer({ apps: state.webApps }),
    [`POST ${webApps}`]({ displayName }) {
      state.webApps.push({ appId: `1:${NUMBER}:web:${state.webApps.length}`, displayName });
      return operation();
    },
    [`GET ${webApps}/1:${NUMBER}:web:0/config`]: () =>
      answer({
        projectId: PROJECT,
        appId: `1:${NUMBER}:web:0`,
        apiKey: KEY,
        authDomain: `${PROJECT}.firebaseapp.com`,
      }),
    [`GET ${identity}/config`]: () => (state.auth ? answer(state.auth) : notFound()),
    [`GET ${identity}/defaultSupportedIdpConfigs`]() {
      const name = `projects/${NUMBER}/defaultSupportedIdpConfigs/google.com`;
      return answer({ defaultSupportedIdpConfigs: [{ name, enabled: true }] });
    },
    [`PATCH ${identity}/config`](body) {
      Object.assign(state.auth!, body);
      return answer(state.auth!);
    },
  });

  const goDead = () => {
    isDead = true;
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
  };

  const respond = async (request: Request, url: URL): Promise<Response> => {
    const { host, pathname, searchParams } = url;
    if (!state.apis.includes(host))
      return denied(`${host} has not been used in project ${PROJECT}`);
    if (pathname.includes('/documents')) {
      const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
      const body = request.method === 'GET' ? null : await request.text();
      // The local backend has a project's name of its own.
      const local = (text: string) => text.replaceAll(project, 'projects/demo-cabinets');
      return fetch(`${firestoreOrigin}${local(pathname)}${url.search}`, {
        method: request.method,
        headers,
        body: body === null ? null : local(body),
      });
    }
    const handle = routes(searchParams)[`${request.method} ${host}${decodeURIComponent(pathname)}`];
    if (!handle) {
      const message = `Nobody knows ${request.method} ${url.href}`;
      return answer({ error: { code: 400, message } }, 400);
    }
    return handle(request.method === 'GET' ? {} : fieldsOf(await request.json()));
  };

  const isChange = ({ method, url }: Request) => method !== 'GET' && !url.endsWith(':getIamPolicy');

  return {
    state,
    changes,
    turnOnSignIn,
    cutAt(place: Cut | undefined) {
      cut = place;
      isDead = false;
    },
    fetch: (async (input: string, init?: RequestInit) => {
      const request = new Request(input, init);
      const url = new URL(input);
      if (isDead) return goDead();
      if (!isChange(request)) return respond(request, url);
      const isCut = cut?.at === changes.length;
      if (isCut && cut?.when === 'before') return goDead();
      const body = (await request.clone().json()) as Json;
      changes.push({ method: request.method, url: url.host + url.pathname, body });
      const answered = await respond(request, url);
      return isCut ? goDead() : answered;
    }) as typeof fetch,
  };
}
