/** A history in which a link to where the visitor is adds nothing. */
import { expect, it } from 'vitest';
import { keepOneEntry, numberEntry } from '../../src/start/oneEntry';

it.each([
  ['/#request-service', [['replace', { key: 'b', idx: 0 }, undefined]]],
  ['https://site.example/#request-service', [['replace', { key: 'b', idx: 0 }, undefined]]],
  ['/', [['push', { key: 'b', idx: 1 }, '/']]],
  [
    '/?works=bath#request-service',
    [['push', { key: 'b', idx: 1 }, '/?works=bath#request-service']],
  ],
])('an entry for %s, added where the form is open', (url, expected) => {
  const calls: unknown[] = [];
  const history = {
    state: { key: 'a', idx: 0 },
    pushState: (state: unknown, _: string, to: unknown) => calls.push(['push', state, to]),
    replaceState: (state: unknown, _: string, to?: unknown) => calls.push(['replace', state, to]),
  };
  keepOneEntry({
    history: history as unknown as History,
    location: { href: 'https://site.example/#request-service' },
  });
  (history as unknown as History).pushState({ key: 'b', idx: 1 }, '', url);
  expect(calls).toEqual(expected);
});

const entries = (...same: boolean[]) => ({
  currentEntry: { index: same.length - 1 },
  entries: () => same.map((sameDocument) => ({ sameDocument })),
});

it.each<[string, object | null, Parameters<typeof numberEntry>[0]['navigation'], unknown[]]>([
  ['a tap has added before the router ran', null, entries(false, true, true), [{ idx: 1 }]],
  ['has a state of its own', { a: 1 }, entries(true, true), [{ a: 1, idx: 1 }]],
  ['the router knows', { idx: 0 }, entries(true, true), []],
  ['another page precedes', null, entries(false, true), []],
  ['is the first', null, entries(true), []],
  ['a browser says nothing of', null, undefined, []],
  ['a browser does not show', null, { currentEntry: null, entries: () => [] }, []],
])('the number of an entry that %s', (_, state, navigation, expected) => {
  const states: unknown[] = [];
  const history = { state, replaceState: (next: unknown) => void states.push(next) };
  numberEntry({
    history: history as unknown as History,
    ...(navigation && { navigation }),
  });
  expect(states).toEqual(expected);
});
