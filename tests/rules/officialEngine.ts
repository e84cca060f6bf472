/** Asks Google's own Firestore emulator what `World` asks our evaluator: by doing it, with a token. */
import { readFileSync } from 'node:fs';
import { Double, toFields, type Plain } from '../../backend/protoJson';
import type { RulesAuth, RulesQuery } from '../../backend/rules/types';
import { PROJECT_ID, RULES } from '../../tools/start/siteBackend';
import { idToken } from '../support/idToken';
import { NOW, type Fields, type Write } from './rulesWorld';

const DATABASE = `projects/${PROJECT_ID}/databases/(default)`;
const ROOT = `${DATABASE}/documents`;

/** What a World holds when it asks. */
export interface Surroundings {
  documents: Record<string, Fields>;
  auth: RulesAuth | null;
}

export type Question = { get: string } | ({ list: string } & RulesQuery) | { commit: Write[] };

/** Whether it is allowed: nothing but success and PERMISSION_DENIED is an answer. */
export type Ask = (surroundings: Surroundings, question: Question) => Promise<boolean>;

export async function createOfficialEngine(origin: string): Promise<Ask> {
  const rules = readFileSync(RULES.firestore, 'utf8');
  await send(`${origin}/emulator/v1/projects/${PROJECT_ID}:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content: rules }] } }),
  });
  return async ({ documents, auth }, question) => {
    // The emulator has the machine's clock: the world's times keep their distance to "now".
    const delay = Date.now() - Date.parse(NOW);
    await send(`${origin}/emulator/v1/${ROOT}`, { method: 'DELETE' });
    const stored = Object.entries(documents).map(([set, data]): Write => ({ set, data }));
    await commit(
      origin,
      stored.map((write) => written(write, delay, false)),
      'owner',
    );
    const token = auth && tokenOf(auth);
    if ('commit' in question) {
      return commit(
        origin,
        question.commit.map((write) => written(write, delay, true)),
        token,
      );
    }
    if ('list' in question) return runQuery(origin, question, token);
    const url = `${origin}/v1/${ROOT}/${question.get}`;
    // A document that may be read and is not there is a 404.
    return isAllowed(await fetch(url, { headers: bearer(token) }), 404);
  };
}

async function commit(origin: string, writes: object[], token: string | null): Promise<boolean> {
  const init = { method: 'POST', headers: bearer(token), body: JSON.stringify({ writes }) };
  return isAllowed(await fetch(`${origin}/v1/${ROOT}:commit`, init));
}

/** A query has a limit only if it names one; the address of a list has one always. */
async function runQuery(
  origin: string,
  { list, limit, isGroup, orderBy = {} }: { list: string } & RulesQuery,
  token: string | null,
): Promise<boolean> {
  const [collectionId, ...above] = list.split('/').toReversed();
  const parent = above.length === 0 ? '' : `/${above.toReversed().join('/')}`;
  const from = [{ collectionId, allDescendants: isGroup }];
  const order = Object.entries(orderBy).map(([fieldPath, direction]) => ({
    field: { fieldPath },
    direction: `${direction}ENDING`,
  }));
  const structuredQuery = { from, orderBy: order, ...(limit !== null && { limit }) };
  const init = {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify({ structuredQuery }),
  };
  return isAllowed(await fetch(`${origin}/v1/${ROOT}${parent}:runQuery`, init));
}

async function isAllowed(answer: Response, alsoGood?: number): Promise<boolean> {
  const body = await answer.text();
  if (answer.ok || answer.status === alsoGood) return true;
  if (answer.status === 403) return false;
  throw new Error(`Google's emulator answered ${answer.status}: ${body}`);
}

async function send(url: string, init: RequestInit): Promise<void> {
  const answer = await fetch(url, { ...init, headers: bearer('owner') });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
}

const bearer = (token: string | null): Record<string, string> =>
  token === null ? {} : { Authorization: `Bearer ${token}` };

/** An unsigned ID token, as the emulator takes them. */
function tokenOf({ uid, token }: RulesAuth): string {
  const seconds = Math.floor(Date.now() / 1000);
  const times = { iat: seconds, auth_time: seconds, exp: seconds + 3600 };
  const issuer = { iss: `https://securetoken.google.com/${PROJECT_ID}`, aud: PROJECT_ID };
  return idToken({ ...times, ...issuer, ...(token as object), sub: uid, user_id: uid });
}

/** A write as it goes over the wire. `isNow`: the time of now is the server's, by a transform. */
function written(write: Write, delay: number, isNow: boolean): object {
  const nameOf = (path: string) => `${ROOT}/${path}`;
  if ('delete' in write) return { delete: nameOf(write.delete) };
  const entries = Object.entries(write.data);
  const isServerTime = ([, value]: [string, Plain]) =>
    isNow && value instanceof Date && value.getTime() === Date.parse(NOW);
  const plain = entries.filter((entry) => !isServerTime(entry));
  const shifted = plain.map(([name, value]): [string, Plain] => [name, later(value, delay)]);
  const transforms = entries
    .filter(isServerTime)
    .map(([fieldPath]) => ({ fieldPath, setToServerValue: 'REQUEST_TIME' }));
  const fields = { ...toFields(Object.fromEntries(shifted)), ...('set' in write && write.sent) };
  return {
    update: { name: nameOf('set' in write ? write.set : write.update), fields },
    ...('update' in write && { updateMask: { fieldPaths: plain.map(([name]) => name) } }),
    ...(transforms.length > 0 && { updateTransforms: transforms }),
  };
}

/** With all its times so many milliseconds later. */
function later(value: Plain, delay: number): Plain {
  if (value instanceof Date) return new Date(value.getTime() + delay);
  if (Array.isArray(value)) return value.map((item) => later(item, delay));
  if (value === null || typeof value !== 'object' || value instanceof Double) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, later(part as Plain, delay)]),
  );
}
