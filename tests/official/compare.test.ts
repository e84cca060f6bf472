/**
 * The same random calls, one after the other, to the embedded Firestore and to Google's emulator: equal
 * answers and equal contents, or a difference that `differences.ts` names. Ours is never the kinder one.
 * `COMPARE_SEEDS` and `COMPARE_OPERATIONS` choose other calls and more of them. What one gives away is
 * printed with the contents before it, as the smallest call that does, and a run with its seed repeats it.
 * @module-tag official
 */
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBackend, type Backend } from '../../backend/backend';
import { normaliseFields } from '../../backend/firestore/firestoreValues';
import { toFields } from '../../backend/protoJson';
import { PROJECT_ID, RULES } from '../../tools/start/siteBackend';
import type { ProtoFields } from '../../backend/rules/types';
import { smallerBodies } from './changes';
import { DIFFERENCES } from './differences';
import { ask, embedded, google, type Answer, type Firestore } from './firestores';
import { operation, type Operation } from './operations';
import { officialFirestore } from './workerEmulator';

const SEEDS = (process.env['COMPARE_SEEDS'] ?? '1').split(',').map(Number);
const OPERATIONS = Number(process.env['COMPARE_OPERATIONS'] ?? 2_000);
/** After so many calls both start again from the same contents, and after each that differed. */
const STRETCH = 40;
const TIMEOUT = 60_000 + OPERATIONS * 150;

const work = (title: string, day: number) => ({ s: title, t: new Date(Date.UTC(2026, 0, day)) });
const CONTENTS = Object.fromEntries(
  Object.entries({
    'gallery/oak': work('oak', 2),
    'gallery/birch': work('birch', 1),
    'gallery/oak/reviews/one': { s: 'Like new.', n: 5 },
    'gallery/oak/reviews/two': { s: 'Fine.', n: 4, t: new Date(Date.UTC(2026, 0, 3)) },
    'gallery/oak/reviews/odd': { n: 'five' },
    'version/current': { version: 1 },
    'a/1': { s: 'a', v: { x: 1 } },
    'a/2': work('Z', 3),
  }).map(([path, fields]) => [path, normaliseFields(toFields(fields))]),
);

let backend: Backend;
let ours: Firestore;
let googles: Firestore;
const emulator = officialFirestore();

beforeAll(async () => {
  if (emulator === undefined) return;
  const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
  backend = await startBackend({
    projectId: PROJECT_ID,
    rules: RULES,
    host: '127.0.0.1',
    ports,
    quiet: true,
  });
  ours = embedded(backend.origins.firestore, backend.firestore);
  googles = await google(emulator, readFileSync(RULES.firestore, 'utf8'));
});
afterAll(() => backend?.stop());

const TIMES = ['createTime', 'updateTime', 'commitTime', 'readTime'];

/** JSON without what each server makes up: its clock and its page tokens. Names are in order. */
function comparable(json: unknown): string {
  const isNow = (text: string) => Math.abs(Date.parse(text) - Date.now()) < 3_600_000;
  const isEmpty = (value: unknown) => ['[]', '{}'].includes(JSON.stringify(value));
  return JSON.stringify(json, (name, value: unknown) => {
    if (TIMES.includes(name)) return 'a time';
    if (name === 'nextPageToken') return 'a token';
    // Of a list or map: what is empty is not sent.
    if ((name === 'values' || name === 'fields') && isEmpty(value)) return undefined;
    if (name === 'timestampValue' && isNow(String(value))) return 'now';
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries);
  });
}

/** `:batchGet` answers in any order. */
function answerOf({ path }: Operation, { status, error, pages }: Answer): string {
  const isSet = path.endsWith(':batchGet') && status === 200;
  const found = isSet ? (pages[0] as unknown[]).map(comparable).toSorted() : comparable(pages);
  return JSON.stringify([status, error, found]);
}

const isOk = ({ status }: Answer) => status === 200;

/** `equal`, `unsupported` or the name of a difference; what both say where it has no name. */
async function compare(operation: Operation): Promise<{ verdict: string; failure?: string }> {
  const before = await ours.contents();
  const theirs = await ask(googles, operation);
  const own = await ask(ours, operation);
  const failed = (verdict: string, more: object = {}) => ({
    verdict,
    failure: JSON.stringify({ verdict, operation, ours: own, googles: theirs, ...more, before }),
  });
  if (isOk(own) && !isOk(theirs)) return failed('KINDER');
  if (own.status === 501) return { verdict: 'unsupported' };
  if (answerOf(operation, own) !== answerOf(operation, theirs)) {
    const difference = DIFFERENCES.find(({ is }) => is(own, theirs, operation));
    return difference ? { verdict: difference.name } : failed('DIFFERENT');
  }
  if (!operation.path.endsWith(':commit')) return { verdict: 'equal' };
  const [stored, theirStored] = [await ours.contents(), await googles.contents()];
  if (comparable(stored) === comparable(theirStored)) return { verdict: 'equal' };
  return failed('STORED DIFFERENTLY', { stored, theirStored });
}

/** The smallest call that gives away the same, from the same contents. */
async function smallest(
  operation: Operation,
  before: Record<string, ProtoFields>,
  { verdict, failure }: Awaited<ReturnType<typeof compare>>,
): Promise<string> {
  for (const body of smallerBodies(operation.body ?? '')) {
    await Promise.all([ours, googles].map((one) => one.reset(before)));
    const compared = await compare({ ...operation, body });
    if (compared.verdict === verdict) return smallest({ ...operation, body }, before, compared);
  }
  return failure!;
}

test('a call is made smaller by each of the things in it', () =>
  expect(smallerBodies('{"a":[1,{"b":2}]}')).toEqual([
    '{}',
    '{"a":[{"b":2}]}',
    '{"a":[1]}',
    '{"a":[1,{}]}',
  ]));

test.runIf(emulator).each(SEEDS)(
  `${OPERATIONS} calls of seed %i: the embedded Firestore answers like Google's, and is never kinder`,
  async (seed) => {
    const counts: Record<string, number> = {};
    const failures: string[] = [];
    let left = 0;
    for (const each of fc.sample(operation, { seed, numRuns: OPERATIONS })) {
      if (left === 0) await Promise.all([ours, googles].map((one) => one.reset(CONTENTS)));
      if (left === 0) left = STRETCH;
      const before = await ours.contents();
      const compared = await compare(each);
      const { verdict } = compared;
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      left = verdict === 'equal' ? left - 1 : 0;
      if (compared.failure && failures.length < 10)
        failures.push(await smallest(each, before, compared));
    }
    console.log(seed, counts);
    expect(failures.join('\n\n')).toBe('');
    expect(counts['equal']).toBeGreaterThan(OPERATIONS / 2);
  },
  TIMEOUT,
);
