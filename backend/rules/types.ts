/** A value in the format of Firestore REST v1 (google.firestore.v1.Value in proto3 JSON). */
export type ProtoValue =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' }
  | { timestampValue: string }
  | { stringValue: string }
  | { referenceValue: string }
  | { arrayValue: { values?: ProtoValue[] } }
  | { mapValue: { fields?: ProtoFields } };
export type ProtoFields = Record<string, ProtoValue>;

export type RulesMethod = 'get' | 'list' | 'create' | 'update' | 'delete';

/** The signed-in user: the claims of a verified ID token, with a copy of `sub` as `uid`. */
export interface RulesAuth {
  uid: string;
  token: Record<string, unknown>;
}

/** The metadata of an object in Storage rules (https://firebase.google.com/docs/reference/rules, storage). */
export interface RulesObject {
  name: string;
  bucket: string;
  size: number;
  contentType: string | null;
  contentEncoding: string | null;
  contentDisposition: string | null;
  contentLanguage: string | null;
  cacheControl: string | null;
  generation: number;
  metageneration: number;
  timeCreated: string;
  updated: string;
}

export type RulesResource =
  { kind: 'document'; fields: ProtoFields } | { kind: 'object'; object: RulesObject };

export interface RulesRequest {
  method: RulesMethod;
  /**
   * The path of the document or object, such as `/databases/(default)/documents/gallery/x` or
   * `/b/{bucket}/o/requests/1/a.jpg`.
   */
  path: string;
  /** The user; null for a visitor who is not signed in. */
  auth: RulesAuth | null;
  /** RFC 3339. */
  time: string;
  /** The document or object that is stored now; null if there is none. */
  resource: RulesResource | null;
  /** The document or object after the write; null for reads and deletes. */
  newResource: RulesResource | null;
  /** For a `list` in Firestore: what the rules see of the query. */
  query?: RulesQuery;
}

export interface RulesQuery {
  /** The most documents that it returns; null if it has no limit. */
  limit: number | null;
  /** Whether it is of every collection with the path's last name, wherever they are: a collection group. */
  isGroup: boolean;
  /** The fields that the query names to order by. Left out if it names none. */
  orderBy?: Readonly<Record<string, 'ASC' | 'DESC'>>;
}

/**
 * The Firestore documents for get, exists, getAfter and existsAfter, by path (`gallery/x`). Null for a missing document.
 */
export interface RulesDocuments {
  before(path: string): ProtoFields | null;
  after(path: string): ProtoFields | null;
  /** For a batch: one set for all its operations. The evaluator fills it, to enforce the limit of 20 documents. */
  accessed?: Set<string>;
}

export interface RulesDecision {
  allowed: boolean;
  /** For the log: the rule that allowed, or the reason why each matching rule denied, with file:line. */
  reason: string;
  /** How much of the language's limits the decision used (1,000 expressions; 10 documents, in Storage 2). */
  usage?: { expressions: number; documents: number };
}

export type RulesService = 'cloud.firestore' | 'firebase.storage';

/** A parsed rules file for one service. `loadRules` in ./index.ts creates it. */
export interface Ruleset {
  service: RulesService;
  /** Throws `NotSupported` if the decision depends on something that this evaluator does not support. */
  decide(request: RulesRequest, documents: RulesDocuments): RulesDecision;
}
