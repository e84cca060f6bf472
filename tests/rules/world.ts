import { readFileSync } from 'node:fs';
import { loadRules } from '../../local/rules/index';
import type {
  ProtoFields,
  ProtoValue,
  RulesAuth,
  RulesDecision,
  RulesMethod,
  RulesObject,
  RulesResource,
  Ruleset,
  RulesService,
} from '../../local/rules/types';

/** The time of every request in these tests, and what REQUEST_TIME becomes. */
export const NOW = '2026-03-04T05:06:07.890Z';
/** Stands in a document for the server's clock (updateTransforms REQUEST_TIME). */
export const REQUEST_TIME = Symbol('REQUEST_TIME');
/** A number that is stored as a double, whole or not. */
export class Float {
  constructor(readonly value: number) {}
}

export type Plain =
  | null
  | boolean
  | number
  | string
  | Float
  | Date
  | typeof REQUEST_TIME
  | Plain[]
  | { [key: string]: Plain };
export type Fields = Record<string, Plain>;

/** JSON has no NaN and no infinities. */
const onWire = (value: number) =>
  Number.isFinite(value) ? value : (String(value) as 'NaN' | 'Infinity' | '-Infinity');

export function toProto(value: Plain): ProtoValue {
  if (value === null) return { nullValue: null };
  if (value === REQUEST_TIME) return { timestampValue: NOW };
  if (value instanceof Float) return { doubleValue: onWire(value.value) };
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toProto) } };
  return { mapValue: { fields: toFields(value as Fields) } };
}

export function toFields(fields: Fields): ProtoFields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, toProto(value)]));
}

/** One write of a commit: the whole document, some of its fields, or its end. */
export type Write =
  { set: string; data: Fields } | { update: string; data: Fields } | { delete: string };

/** What every World asks: the project's rules files, unless `withRules` says otherwise. */
const rules: Record<RulesService, Ruleset> = {
  'cloud.firestore': loadRules(readFileSync('firestore.rules', 'utf8'), 'firestore.rules'),
  'firebase.storage': loadRules(readFileSync('storage.rules', 'utf8'), 'storage.rules'),
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

const ROOT = '/databases/(default)/documents';
const BUCKET = 'demo-cabinets.appspot.com';

type Documents = Map<string, ProtoFields>;

function document(path: string, fields: ProtoFields | undefined): RulesResource | null {
  return fields ? { kind: 'document', path, fields } : null;
}

function apply(documents: Documents, write: Write): void {
  if ('delete' in write) documents.delete(write.delete);
  else if ('set' in write) documents.set(write.set, toFields(write.data));
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
  md5Hash: 'rL0Y20zC+Fzt72VPzMSk2A==',
  crc32c: 'z8SuHQ==',
  generation: 1,
  metageneration: 1,
  timeCreated: NOW,
  updated: NOW,
  metadata: {},
  ...changes,
});

/** A small Firestore and Storage under the project's rules files: asks, never stores. */
export class World {
  private readonly documents: Documents;
  private readonly objects = new Set<string>();
  /** The decisions asked for, in order. */
  readonly asked: RulesDecision[] = [];

  constructor(
    documents: Record<string, Fields> = {},
    private readonly auth: RulesAuth | null = null,
    objects: string[] = [],
  ) {
    this.documents = new Map(
      Object.entries(documents).map(([path, fields]) => [path, toFields(fields)]),
    );
    for (const name of objects) this.objects.add(name);
  }

  get(path: string): boolean {
    return this.ask('get', path, this.documents, undefined);
  }

  list(collection: string): boolean {
    return this.ask('list', collection, this.documents, undefined);
  }

  /** Whether all writes of the batch are allowed. */
  commit(...writes: Write[]): boolean {
    return this.decide(...writes).every((allowed) => allowed);
  }

  /** Whether each write of the batch is allowed; each sees what the whole batch leaves behind. */
  decide(...writes: Write[]): boolean[] {
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
  ): boolean {
    const isWrite = method !== 'get' && method !== 'list';
    const decision = rules['cloud.firestore'].decide(
      {
        method,
        path: `${ROOT}/${path}`,
        auth: this.auth,
        time: NOW,
        resource: method === 'list' ? null : document(path, this.documents.get(path)),
        newResource: isWrite ? document(path, after.get(path)) : null,
        ...(method === 'list' ? { query: { limit: 300, offset: 0, orderBy: ['created'] } } : {}),
      },
      {
        before: (name) => this.documents.get(name) ?? null,
        after: (name) => after.get(name) ?? null,
        ...(accessed ? { accessed } : {}),
      },
    );
    this.asked.push(decision);
    return decision.allowed;
  }

  private askStorage(method: RulesMethod, name: string, uploaded: RulesObject | null): boolean {
    const stored = this.objects.has(name) ? storedObject(name) : null;
    const decision = rules['firebase.storage'].decide(
      {
        method,
        path: `/b/${BUCKET}/o/${name}`,
        auth: this.auth,
        time: NOW,
        resource: stored && { kind: 'object', object: stored },
        newResource: uploaded && { kind: 'object', object: uploaded },
      },
      {
        before: (path) => this.documents.get(path) ?? null,
        after: (path) => this.documents.get(path) ?? null,
      },
    );
    this.asked.push(decision);
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

/** A visitor signed in with a provider of Firebase Auth. */
export function signedIn(uid: string, provider = 'google.com'): RulesAuth {
  return {
    uid,
    token: {
      sub: uid,
      name: 'A Visitor',
      firebase: { sign_in_provider: provider, identities: {} },
    },
  };
}
