/** Faults of a delivery: the calls that they meet, and random ones; also for `npm run soak`. */
import type { FaultAction, FaultSpec } from '../../backend/faults/types';

/** Meets creates and attaches. */
export const COMMIT = {
  service: 'firestore',
  method: 'POST',
  url: /:commit/,
} satisfies Partial<FaultSpec>;

/** Meets the upload commands that `command` matches: start, query, upload, "upload, finalize". */
export function uploadCommand(command: RegExp) {
  const header = { name: 'x-goog-upload-command', value: command };
  return { service: 'storage', method: 'POST', header } satisfies Partial<FaultSpec>;
}

/** Meets the objects that go in one request. */
export const WHOLE = {
  service: 'storage',
  method: 'POST',
  header: { name: 'x-goog-upload-protocol', value: /^multipart$/ },
} satisfies Partial<FaultSpec>;

/** Meets the reading of a request's receipt, and of an object's metadata. */
export const RECEIPT = {
  service: 'firestore',
  method: 'POST',
  url: /:batchGet/,
} satisfies Partial<FaultSpec>;
export const METADATA = {
  service: 'storage',
  method: 'GET',
  url: /\/o\/requests/,
} satisfies Partial<FaultSpec>;

/** Whole numbers from 0 to below `below`. */
export type Random = (below: number) => number;

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)]!;

const STEPS: readonly Partial<FaultSpec>[] = [
  COMMIT,
  WHOLE,
  uploadCommand(/^start$/),
  uploadCommand(/^upload/),
  uploadCommand(/^query$/),
  RECEIPT,
  METADATA,
];
const ANSWERS: readonly FaultAction[] = [
  { kind: 'reset' },
  { kind: 'captive' },
  ...[408, 429, 500, 503].map((status) => ({ kind: 'status', status }) as const),
];
/** A definite no, after which a request may have to wait for a day. */
export const REFUSALS: readonly FaultAction[] = [400, 403, 404, 410, 412].map((status) => ({
  kind: 'status',
  status,
}));

/** Up to three things that go wrong, anywhere within the first `reach` calls of a step. */
export function faultsOf(
  random: Random,
  reach = 20,
  refusals: readonly FaultAction[] = [],
): FaultSpec[] {
  return Array.from({ length: random(4) }, () => {
    const spec = { ...pick(random, STEPS), after: random(reach), count: 1 };
    const how = random(4);
    if (how === 0) return { ...spec, do: { kind: 'truncate', bytes: 0 } };
    if (how === 1) return { ...spec, do: { kind: 'cut', afterBytes: random(600) } };
    return {
      ...spec,
      when: pick(random, ['before', 'after']),
      do: pick(random, [...ANSWERS, ...refusals]),
    };
  });
}
