/** A history in which a link to where the visitor is adds nothing. */
import { expect, it } from 'vitest';
import { keepOneEntry } from '../../src/start/oneEntry';

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
