/**
 * One call of a delivery is answered with an error, again and again, until the server is well: whatever
 * the answer, the request arrives once. docs/error-answers.md is made of what happens (`vitest -u`). No such answer comes
 * from Firestore, so that Google's emulator gets one status of each row of the document, and has to agree with it.
 */
// @module-tag official
// @module-tag full
import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/outbox/store/memoryStore';
import { seeded } from '../support/deliveryFaults';
import { backend, clear } from './localBackend';
import { officialFirestore } from '../official/workerEmulator';
import { answerLost, createDevice, once, onServer, type Label } from './device';

/** Each call; `first` loses its answer, so that it is made at all. */
const STEPS: { step: Label; first?: Label }[] = [
  { step: 'create' },
  { step: 'receipt', first: 'create' },
  { step: 'whole' },
  { step: 'start' },
  { step: 'query', first: 'finalize' },
  { step: 'upload' },
  { step: 'finalize' },
  { step: 'metadata', first: 'finalize' },
  { step: 'attach' },
];
const ALL_STATUSES = [
  400, 401, 402, 403, 404, 408, 409, 410, 412, 413, 416, 429, 499, 500, 502, 503, 504,
];
/** The rows of the document: its statuses, then what happens at each step, then the cost. */
const DOCUMENT = new URL('../../docs/error-answers.md', import.meta.url);
const documented = () =>
  readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
    // Not those of what a project can cause.
    .filter((cells) => cells.length === STEPS.length + 2);
const isOfficial = officialFirestore() !== undefined;
const STATUSES = isOfficial ? documented().map(([statuses]) => parseInt(statuses!)) : ALL_STATUSES;
const BODIES = {
  JSON: (status: number) => JSON.stringify({ error: { code: status, message: 'no' } }),
  HTML: () => '<html>An error.</html>',
  empty: () => '',
};
const HEADERS = { '': {}, ' final': { 'X-Goog-Upload-Status': 'final' } };

const INTRODUCTION = `# What an error answer does to a delivery

Made by \`tests/delivery/answers.test.ts\`, which fails when this is old. A server answers one kind of call with a status for as long as it is ill: with JSON, HTML or no body, with and without \`X-Goog-Upload-Status: final\`. When it is well again, the request has arrived once with its pictures, in every case. Meanwhile:

- _later_: it waits and is tried again, less and less often. Uploads that get no answer of Google's eight times, or lose nine sessions, while Firestore answers, are held back by something on the way: that is _attention_, too, and tried again an hour later (\`tests/delivery/onTheWay.test.ts\`).
- _attention_: its visitor is told; it is tried again a day later.
- _goes on_: it arrives in spite of these answers.

The last column is the most that any one call comes to in the first day of such an illness, for a page that stays open: how often it is made, and how much is sent of a picture of 300 kB: in two chunks, and in one where a chunk took no time.

A status may also be the project's fault, not a picture's or a text's. Each of these is _later_, whichever call it answers; \`src/firebase/rest/answerMeaning.ts\` knows them.

| answer | what is wrong with the project | source |
| --- | --- | --- |
| 401 | Storage takes the visitor for signed out | firebase-js-sdk, \`storage/unauthenticated\` |
| 402 | The bucket's quota is used up, or there is no billing | firebase-js-sdk, \`storage/quota-exceeded\` |
| 429, 503 | Too much at once, or a quota of the day | google/rpc/code.proto, \`RESOURCE_EXHAUSTED\`, \`UNAVAILABLE\` |
| 400, 403 with the reason \`API_KEY_*\` | The API key is wrong, or restricted to other sites | google/api/error_reason.proto |
| 403 with the reason \`*_DISABLED\` | The API or the billing is off | google/api/error_reason.proto |
| 403 with the reason \`CONSUMER_*\` | The project is suspended or unknown | google/api/error_reason.proto |
| 412 "A required service account is missing necessary permissions" | Firebase may not reach the bucket | firebase.google.com/support/faq#storage-accounts, flutterfire issue 9588 |
| 404 "Not Found. Could not access bucket" | The bucket is not linked, or is not there | quickstart-js issue 158 |
`;

const DAY = 24 * 60 * 60_000;
/** For this number of visits the server is ill. */
const VISITS = 5;

/** How often a call is made, and how many bytes are sent, in a day of such answers. */
async function costOf(step: Label, first: Label | undefined, answer: () => Response) {
  const device = createDevice(backend, seeded(1), createMemoryStore());
  await device.save([300_000]);
  if (first) device.wire.fault(first, answerLost);
  device.wire.onRequest = (label) => (label === step ? { when: 'before', answer } : undefined);
  for (const end = device.clock.now + DAY; device.clock.now < end;) {
    const { nextAt = end } = await device.deliver();
    device.clock.now = nextAt;
  }
  const { log } = device.wire;
  const calls = log.filter((line) => line.startsWith(step)).length;
  const bytes = log.reduce((sum, line) => sum + Number(/\+(\d+)/.exec(line)?.[1] ?? 0), 0);
  clear();
  return { step, calls, bytes };
}

/** The call that costs most under one status. */
async function costCell(status: number): Promise<string> {
  const costs: Awaited<ReturnType<typeof costOf>>[] = [];
  for (const { step, first } of STEPS) {
    for (const headers of Object.values(HEADERS)) {
      costs.push(await costOf(step, first, () => new Response('', { status, headers })));
    }
  }
  const [most] = costs.toSorted((a, b) => b.calls - a.calls);
  const [dearest] = costs.toSorted((a, b) => b.bytes - a.bytes);
  const megabytes = (dearest!.bytes / 1e6).toFixed(1);
  return `${most!.calls} times (${most!.step}), ${megabytes} MB (${dearest!.step})`;
}

/** What the visitor sees while the server answers one call like this; afterwards the request arrives. */
async function outcomeOf(step: Label, first: Label | undefined, answer: () => Response) {
  const device = createDevice(backend, seeded(1), createMemoryStore());
  // Two chunks, if the call is one of a session.
  const isInOne = ['create', 'receipt', 'whole', 'attach'].includes(step);
  const saved = await device.save([isInOne ? 10 : 300_000]);
  if (first) device.wire.fault(first, answerLost);
  let isIll = true;
  device.wire.onRequest = (label) =>
    isIll && label === step ? { when: 'before', answer } : undefined;
  /** Visits until nothing has to be tried any more. */
  const visit = async (most: number) => {
    for (let count = 0; count < most; count += 1) {
      const { nextAt } = await device.deliver();
      if (nextAt === undefined) return;
      device.clock.now = nextAt;
    }
  };
  await visit(VISITS);
  const [waiting] = await device.waiting();
  const isRefused = waiting?.needsAttention !== undefined;
  isIll = false;
  if (isRefused) device.clock.now += DAY;
  await visit(VISITS);
  expect(onServer(backend)).toEqual(once(saved));
  expect(await device.waiting()).toEqual([]);
  clear();
  if (!waiting) return 'goes on';
  return isRefused ? 'attention' : 'later';
}

/** The outcomes of one call and status, for every body and header, in as few words as they need. */
async function cellOf({ step, first }: (typeof STEPS)[number], status: number): Promise<string> {
  const outcomes = new Map<string, string>();
  for (const [header, headers] of Object.entries(HEADERS)) {
    for (const [body, text] of Object.entries(BODIES)) {
      const answer = () => new Response(text(status), { status, headers });
      outcomes.set(body + header, await outcomeOf(step, first, answer));
    }
  }
  const usual = outcomes.get('HTML')!;
  const others = [...outcomes].filter(([, outcome]) => outcome !== usual);
  const names = others.map(([name]) => name).join();
  const when = { 'JSON,JSON final': 'JSON', 'JSON final,HTML final,empty final': 'final' }[names];
  return others.length === 0 ? usual : `${usual}; ${when ?? names}: ${others[0]![1]}`;
}

const known = new Map<string, string[]>();
/** The outcomes of one call, by status. Whichever test asks first finds them out. */
async function outcomesOf(call: (typeof STEPS)[number]): Promise<string[]> {
  const cells = known.get(call.step) ?? [];
  if (cells.length === 0) for (const status of STATUSES) cells.push(await cellOf(call, status));
  known.set(call.step, cells);
  return cells;
}
async function allOutcomes(): Promise<string[][]> {
  const all: string[][] = [];
  for (const call of STEPS) all.push(await outcomesOf(call));
  return all;
}

test.each(STEPS)(
  'no answer to the call $step loses or doubles a request',
  { timeout: 120_000 },
  async (call) => {
    expect(await outcomesOf(call)).toHaveLength(STATUSES.length);
  },
);

test.runIf(isOfficial)(
  'on Google’s Firestore happens what docs/error-answers.md says',
  { timeout: 600_000 },
  async () => {
    const outcomes = await allOutcomes();
    expect(STATUSES.length).toBeGreaterThan(0);
    expect(
      STATUSES.map((status, index) => [status, ...outcomes.map((cells) => cells[index])]),
    ).toEqual(documented().map(([, ...row], index) => [STATUSES[index], ...row.slice(0, -1)]));
  },
);

test.skipIf(isOfficial)(
  'docs/error-answers.md says what happened',
  { timeout: 600_000 },
  async () => {
    const all = await allOutcomes();
    /** Statuses by their outcome. */
    const rows = new Map<string, number[]>();
    for (const [index, status] of STATUSES.entries()) {
      const outcomes = all.map((cells) => cells[index]).join(' | ');
      rows.set(outcomes, [...(rows.get(outcomes) ?? []), status]);
    }
    const lines: string[] = [];
    for (const [outcomes, statuses] of rows) {
      lines.push(`| ${statuses.join(' ')} | ${outcomes} | ${await costCell(statuses[0]!)} |`);
    }
    const text = [
      INTRODUCTION,
      `| status | ${STEPS.map(({ step }) => step).join(' | ')} | how often, how much |`,
      `|${' --- |'.repeat(STEPS.length + 2)}`,
      ...lines,
    ].join('\n');
    await expect(await format(text, { parser: 'markdown' })).toMatchFileSnapshot(
      '../../docs/error-answers.md',
    );
  },
);
