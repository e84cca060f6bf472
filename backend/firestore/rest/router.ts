import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyTooLarge, header, readBody, sendJson, type JsonForm } from '../../httpHelpers';
import { callerOf, type VerifyToken } from '../firestoreAccess';
import { runCommit } from '../commit';
import { asFirestoreError, invalid, unimplemented } from '../firestoreErrors';
import { isRecord } from '../firestoreValues';
import { parseJson } from '../json';
import type { Service } from '../firestoreService';
import { checkBody, refuseLocks, type RestCall, type RestMethod } from './call';
import { batchGet, getDocument, listDocuments } from './read';
import { aggregateDocuments, queryDocuments } from './runQuery';

/** Bytes. The largest request that the real service accepts. */
export const MAX_BODY_BYTES = 11_534_336;

/** `projects.databases.documents.commit` (Firestore REST v1). */
function commit(call: RestCall) {
  checkBody(call, { call: 'documents.commit', known: ['writes'], unsupported: ['transaction'] });
  return runCommit(call.service, call.caller, call.body['writes']);
}

/** `projects.databases.documents.beginTransaction` is not here; without options it would be a read-write one. */
function beginTransaction({ caller, body }: RestCall): never {
  refuseLocks(caller, body['options'] ?? { readWrite: {} });
  throw unimplemented('documents.beginTransaction');
}

/**
 * Calls with the address `documents:verb`, and those with a parent also `documents/{document}:verb`. The answers and
 * errors of streaming calls are in an array.
 */
const VERBS: Record<string, { run: RestMethod; isStreaming: boolean; hasParent?: true }> = {
  commit: { run: commit, isStreaming: false },
  batchGet: { run: batchGet, isStreaming: true },
  beginTransaction: { run: beginTransaction, isStreaming: false },
  runQuery: { run: queryDocuments, isStreaming: true, hasParent: true },
  runAggregationQuery: { run: aggregateDocuments, isStreaming: true, hasParent: true },
};

interface Route {
  run: RestMethod;
  isStreaming: boolean;
  projectId: string;
  databaseId: string;
  path: string;
}

const DOCUMENTS =
  /^\/v1\/projects\/([^/]+)\/databases\/([^/]+)\/documents(?:\/(.*?))?(?::([A-Za-z]+))?$/s;

/** Finds the call for a method and URL path. Throws UNIMPLEMENTED, with its name, for any other call. */
function route(method: string, pathname: string): Route {
  const plain = method === 'POST' ? pathname : pathname.replaceAll(':', '%3A');
  const match = DOCUMENTS.exec(plain);
  const unknown = () => unimplemented(`${method} ${decode(pathname)}`);
  if (!match) throw unknown();
  const path = (match[3] ?? '').split('/').map(decodeSegment).join('/');
  const verb = match[4];
  const place = { projectId: decode(match[1]!), databaseId: decode(match[2]!), path };
  if (verb !== undefined) {
    const known = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (!known || (path !== '' && !known.hasParent)) throw unknown();
    return { ...known, ...place };
  }
  if (path === '' || method !== 'GET') throw unknown();
  const isDocument = path.split('/').length % 2 === 0;
  return { run: isDocument ? getDocument : listDocuments, isStreaming: false, ...place };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid(`Malformed URL ${JSON.stringify(text)}.`);
  }
}

function decodeSegment(text: string): string {
  const segment = decode(text);
  if (segment.includes('/')) throw invalid(`Resource id "${segment}" contains a slash.`);
  return segment;
}

async function readJson(req: IncomingMessage): Promise<Record<string, unknown>> {
  const text = (await readBody(req, MAX_BODY_BYTES)).toString('utf8');
  if (req.method === 'GET' && text.trim() === '') return {};
  const value = parseJson(text);
  if (isRecord(value)) return value;
  throw invalid('Invalid JSON payload received. An object is expected.');
}

/** Answers one REST v1 call: `…/documents/{path}` and `…/documents:{verb}`. */
export async function handleRest(
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  deps: { service: Service; verifyToken: VerifyToken },
): Promise<void> {
  // As in the real service: only the browser's own cache may store the answer.
  res.setHeader('Cache-Control', 'private');
  let isStreaming = false;
  const form: JsonForm = {
    compact: url.searchParams.get('prettyPrint') === 'false',
    gzip: /\bgzip\b/.test(header(req, 'accept-encoding') ?? ''),
  };
  try {
    const found = route(req.method ?? 'GET', url.pathname);
    isStreaming = found.isStreaming;
    const { service, verifyToken } = deps;
    service.names.checkDatabase(found.projectId, found.databaseId);
    const body = await readJson(req);
    const caller = callerOf(header(req, 'authorization'), verifyToken);
    const { path } = found;
    sendJson(res, 200, found.run({ service, caller, path, query: url.searchParams, body }), form);
  } catch (thrown) {
    if (res.destroyed) return;
    const error = asFirestoreError(thrown instanceof BodyTooLarge ? tooLarge() : thrown);
    if (error.status === 'INTERNAL') deps.service.log(`firestore: ${stackOf(thrown)}`);
    sendJson(res, error.httpStatus, isStreaming ? [error.body] : error.body, form);
  }
}

const tooLarge = () => invalid(`Request payload size exceeds the limit: ${MAX_BODY_BYTES} bytes.`);

const stackOf = (thrown: unknown) =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
