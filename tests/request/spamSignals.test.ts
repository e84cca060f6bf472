import { expect, it } from 'vitest';
import { createSpamSignals } from '../../src/request/running/formDraft';

const NOW = Date.UTC(2026, 5, 1);
const WRONG = Date.UTC(2019, 5, 1);
const MINUTE = 60_000;

it.each<[string, number, number | undefined, number, number]>([
  ['of an earlier visit count', NOW, NOW - MINUTE, NOW, 60],
  ['since now, for a draft without a time', NOW, undefined, NOW + MINUTE, 60],
  ['since now, for a draft of the future', NOW, NOW + MINUTE, NOW + MINUTE, 60],
  ['since now, for a draft before the first release', NOW, WRONG, NOW + MINUTE, 60],
  ['of an earlier visit count, if the clock is as wrong', WRONG, WRONG - MINUTE, WRONG, 60],
  ['are unknown once the clock was put right', WRONG, undefined, NOW, 0],
  ['are unknown once the clock was put back', NOW, undefined, WRONG, 0],
])('the seconds %s', (_, opened, draftOpenedAt, sent, seconds) => {
  let now = opened;
  const signals = createSpamSignals(() => now);
  signals.markOpened();
  signals.continueDraft(draftOpenedAt);
  now = sent;
  expect(signals.read()).toEqual({ honeypot: '', seconds });
});
