import { type Plain, toFields } from '../../backend/protoJson';
import { loadRulesFile } from '../../backend/rules/index';
import type {
  ProtoFields,
  RulesAuth,
  RulesDecision,
  RulesMethod,
  RulesObject,
  RulesQuery,
  RulesRequest,
  RulesResource,
  Ruleset,
  RulesService,
} from '../../backend/rules/types';
import { RULES } from '../../tools/start/siteBackend';
import type { Ask, Question } from './officialEngine';

/** The time of every request in these tests. */
export const NOW = '2026-03-04T05:06:07.890Z';
/** What the server's clock writes (updateTransforms REQUEST_TIME). */
export const REQUEST_TIME = new Date(NOW);

export { Double as Float, type Plain } from '../../backend/protoJson';
export type Fields = Record<string, Plain>;

/**
 * One write of a commit: the whole document (`sent` are fields as they go over the wire), some of its
 * fields, or its end.
 */
export type Write =
  | { set: string; data: Fields; sent?: ProtoFields }
  | { update: string; data: Fields }
  | { delete: string };

/** What every World asks: the project's rules files, unless `withRules` says otherwise. */
const rules: Record<RulesService, Ruleset> = {
  'cloud.firestore': loadRulesFile(RULES.firestore),
  'firebase.storage': loadRulesFile(RULES.storage),
};

/** Runs `task` with other rules in the place of a file's. */
export function withRules<T>(other: Ruleset, task: () => T): T {
  const own = rules[other.service];
  rules[other.service] = other;
  try {
    return task();
  } finally {
    rules[other.service] = own;
  }
}

/** Google's engine in the place of our evaluator for everything that is asked about documents. */
let officialEngine: Ask | undefined;
export const useOfficialEngine = (ask: Ask): void => void (officialEngine = ask);

/** Google's engine answers later, and for a batch as a whole. */
export type Answer<T extends boolean | boolean[] = boolean> = T | Promise<boolean>;

const ROOT = '/databases/(default)/documents';
const BUCKET = 'demo-cabinets.appspot.com';

type Documents = Map<string, ProtoFields>;

const document = (fields: ProtoFields | undefined): RulesResource | null =>
  fields ? { kind: 'document', fields } : null;

function apply(documents: Documents, write: Write): void {
  if ('delete' in write) documents.delete(write.delete);
  else if ('set' in write) documents.set(write.set, { ...toFields(write.data), ...write.sent });
  else documents.set(write.update, { ...documents.get(write.update), ...toFields(write.data) });
}

const pathOf = (write: Write) =>
  'set' in write ? write.set : 'update' in write ? write.update : write.delete;

export const storedObject = (name: string, changes: Partial<RulesObject> = {}): RulesObject => ({
  name,
  bucket: BUCKET,
  size: 1000,
  contentType: 'image/jpeg',
  contentEncoding: null,
  contentDisposition: null,
  contentLanguage: null,
  cacheControl: null,
  generation: 1,
  metageneration: 1,
  timeCreated: NOW,
  updated: NOW,
  ...changes,
});

/** The decisions of every World, in order. */
export const asked: RulesDecision[] = [];

/** A small Firestore and Storage under the project's rules files: asks, never stores. */
export class World {
  private readonly documents: Documents;
  private readonly objects = new Set<string>();

  constructor(
    private readonly given: Record<string, Fields> = {},
    private readonly auth: RulesAuth | null = null,
    objects: string[] = [],
  ) {
    this.documents = new Map(
      Object.entries(given).map(([path, fields]) => [path, toFields(fields)]),
    );
    for (const name of objects) this.objects.add(name);
  }

  get(path: string): Answer {
    return this.askOfficial({ get: path }) ?? this.ask('get', path, this.documents, undefined);
  }

  /** A list of a collection, or of a collection group by its name. */
  list(collection: string, query: RulesQuery = { limit: null, isGroup: false }): Answer {
    return (
      this.askOfficial({ list: collection, ...query }) ??
      this.ask('list', collection, this.documents, undefined, query)
    );
  }

  /** Whether all writes of the batch are allowed. */
  commit(...writes: Write[]): Answer {
    const official = this.askOfficial({ commit: writes });
    return official ?? this.decideEach(writes).every((allowed) => allowed);
  }

  /** Whether each write of the batch is allowed; each sees what the whole batch leaves behind. */
  decide(...writes: Write[]): Answer<boolean[]> {
    return this.askOfficial({ commit: writes }) ?? this.decideEach(writes);
  }

  private askOfficial(question: Question): Promise<boolean> | undefined {
    return officialEngine?.({ documents: this.given, auth: this.auth }, question);
  }

  private decideEach(writes: Write[]): boolean[] {
    const after: Documents = new Map(this.documents);
    for (const write of writes) apply(after, write);
    const accessed = new Set<string>();
    return writes.map((write) => {
      const path = pathOf(write);
      const isThere = this.documents.has(path);
      const method = 'delete' in write ? 'delete' : isThere ? 'update' : 'create';
      return this.ask(method, path, after, accessed);
    });
  }

  private ask(
    method: RulesMethod,
    path: string,
    after: Documents,
    accessed: Set<string> | undefined,
    query?: RulesQuery,
  ): boolean {
    const isWrite = method !== 'get' && method !== 'list';
    const resource = method === 'list' ? null : document(this.documents.get(path));
    const newResource = isWrite ? document(after.get(path)) : null;
    const request = {
      method,
      path: `${ROOT}/${path}`,
      resource,
      newResource,
      ...(query && { query }),
    };
    return this.allows('cloud.firestore', request, after, accessed);
  }

  private askStorage(method: RulesMethod, name: string, uploaded: RulesObject | null): boolean {
    const of = (object: RulesObject | null) => object && ({ kind: 'object', object } as const);
    const resource = of(this.objects.has(name) ? storedObject(name) : null);
    const request = { method, path: `/b/${BUCKET}/o/${name}`, resource, newResource: of(uploaded) };
    return this.allows('firebase.storage', request, this.documents);
  }

  private allows(
    service: RulesService,
    request: Omit<RulesRequest, 'auth' | 'time'>,
    after: Documents,
    accessed?: Set<string>,
  ): boolean {
    const decision = rules[service].decide(
      { ...request, auth: this.auth, time: NOW },
      {
        before: (name) => this.documents.get(name) ?? null,
        after: (name) => after.get(name) ?? null,
        ...(accessed && { accessed }),
      },
    );
    asked.push(decision);
    return decision.allowed;
  }

  /** An upload is a create to the rules, also where it would replace an object. */
  upload(name: string, changes: Partial<RulesObject> = {}): boolean {
    return this.askStorage('create', name, storedObject(name, changes));
  }

  /** An upload of which the service does not say one thing. */
  uploadWithout(name: string, member: keyof RulesObject): boolean {
    const { [member]: _, ...rest } = storedObject(name);
    return this.askStorage('create', name, rest as RulesObject);
  }

  /** Other metadata for a stored object. */
  changeObject(name: string, changes: Partial<RulesObject>): boolean {
    return this.askStorage('update', name, storedObject(name, changes));
  }

  getObject(name: string): boolean {
    return this.askStorage('get', name, null);
  }

  listObjects(prefix: string): boolean {
    return this.askStorage('list', prefix, null);
  }

  deleteObject(name: string): boolean {
    return this.askStorage('delete', name, null);
  }
}

/** Google's name of the person whose first account has this uid. */
export const googleIdOf = (uid: string): string => `google-${uid}`;

/** A visitor signed in with a provider of Firebase Auth; a person may come back with another uid. */
export function signedIn(
  uid: string,
  { provider = 'google.com', googleId = googleIdOf(uid) } = {},
): RulesAuth {
  return {
    uid,
    token: {
      sub: uid,
      name: 'A Visitor',
      firebase: { sign_in_provider: provider, identities: { 'google.com': [googleId] } },
    },
  };
}
