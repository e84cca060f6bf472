/** A browser that refuses to change the address, because it was changed too often. */
import { expect, it, vi } from 'vitest';
import { outliveRefusals } from '../../src/start/refusedAddress';

const REFUSED = 'Attempt to use history.replaceState() more than 100 times per 30 seconds';

function openPage(address: string, isRefused: boolean) {
  const replaced: unknown[] = [];
  const replace = vi.fn();
  const { href, pathname, hash } = new URL(address, 'https://site.example');
  const place = {
    history: {
      replaceState(...args: unknown[]) {
        if (isRefused) throw new DOMException(REFUSED, 'SecurityError');
        replaced.push(args);
      },
    },
    location: { href, pathname, hash, replace },
  };
  outliveRefusals(place);
  return { ...place, replaced, replace };
}

it.each([
  ['the form is closed', '/#request-service', '/', '#'],
  ['the form is closed over a work', '/work/a?x=1#request-service', '/work/a?x=1', '#'],
  ['another place is named', '/#request-service?x', '/?x#request-service', '#request-service'],
  [
    'a page leads elsewhere',
    '/work/gone#request-service',
    '/#request-service',
    'https://site.example/#request-service',
  ],
  // A load could lose what is on the screen.
  ['a parameter goes', '/?like=Oak#request-service', '/#request-service', undefined],
  ['only the state changes', '/?x=1#request-service', undefined, undefined],
])('where the address may not change, the browser goes there: %s', (_, from, to, expected) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { history, replace } = openPage(from, true);
  history.replaceState({ idx: 0 }, '', to);
  expect(replace.mock.calls).toEqual(expected === undefined ? [] : [[expected]]);
});

it('where it may change, nothing else happens', () => {
  const { history, replaced, replace } = openPage('/#request-service', false);
  history.replaceState({ idx: 0 }, '', '/');
  expect(replaced).toEqual([[{ idx: 0 }, '', '/']]);
  expect(replace).not.toHaveBeenCalled();
});
