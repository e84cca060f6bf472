/** The seam between the rules evaluator and the services that ask it. */

/** A value as Firestore REST v1 writes it (google.firestore.v1.Value in proto3 JSON). */
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

/** Who asks: the claims of a verified ID token, `sub` doubled as `uid`. Null for a visitor. */
export interface RulesAuth {
  uid: string;
  token: Record<string, unknown>;
}

/** Object metadata as Storage rules see it (https://firebase.google.com/docs/reference/rules, storage). */
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
  /** `/databases/(default)/documents/gallery/x` or `/b/{bucket}/o/requests/1/a.jpg`. */
  path: string;
  auth: RulesAuth | null;
  /** RFC 3339. */
  time: string;
  /** What is stored now; null where there is nothing. */
  resource: RulesResource | null;
  /** What would be stored; null for reads and deletes. */
  newResource: RulesResource | null;
}

/** Firestore documents for get/exists/getAfter/existsAfter, by path (`gallery/x`); null when missing. */
export interface RulesDocuments {
  before(path: string): ProtoFields | null;
  after(path: string): ProtoFields | null;
  /** One set for all operations of a batch, filled by the evaluator: enforces its limit of 20. */
  accessed?: Set<string>;
}

export interface RulesDecision {
  allowed: boolean;
  /** For the log: the rule that allowed, or why each candidate denied, with file:line. */
  reason: string;
  /** What the decision used of the language's limits (1,000 expressions; 10 documents, Storage 2). */
  usage?: { expressions: number; documents: number };
}

export type RulesService = 'cloud.firestore' | 'firebase.storage';

/** One parsed rules file for one service; built by `loadRules` in ./index.ts. */
export interface Ruleset {
  service: RulesService;
  /** Throws `NotSupported` where the rules hang on what this evaluator cannot know. */
  decide(request: RulesRequest, documents: RulesDocuments): RulesDecision;
}
