import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { placeWithoutSignIn, SignInElsewhere } from '../../src/signIn/SignInElsewhere';
import { markup } from '../support/markup';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
/** An iPad says that it is a Mac. */
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    'Instagram on an iPhone',
    `${IPHONE} Mobile/22F76 Instagram 382.0.0.27.85 (iPhone16,1; iOS 18_5)`,
  ],
  [
    'Facebook on an iPhone',
    `${IPHONE} Mobile/22F76 [FBAN/FBIOS;FBAV/515.0.0.29.90;FBDV/iPhone16,1]`,
  ],
  ['TikTok on an iPhone', `${IPHONE} Mobile/22F76 musical_ly_40.1.0 BytedanceWebview/d8a21c6`],
  ['a web view on an iPhone', `${IPHONE} Mobile/22F76`],
  ['an app that resembles Safari', `${IPHONE} Mobile/22F76 Some/1.2 (like Safari/604.1)`],
  ['a web view on an iPad', MAC],
  [
    'Instagram',
    `${ANDROID}; wv) ${WEBKIT} Version/4.0 Chrome/137.0 Mobile Safari/537.36 Instagram 382`,
  ],
  ['Facebook', `${ANDROID}) ${WEBKIT} Chrome/137.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/515.0;]`],
  ['TikTok', `${ANDROID}) ${WEBKIT} Chrome/137.0 Mobile Safari/537.36 trill_400103 TikTok 40.1.3`],
  ['a web view', `${ANDROID}; wv) ${WEBKIT} Version/4.0 Chrome/137.0 Mobile Safari/537.36`],
])('the page knows that %s allows no sign-in', (_, userAgent) => {
  expect(placeWithoutSignIn({ userAgent })).toBe('app');
});

const SAFARI = `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`;
test.each([
  ['Safari', SAFARI],
  ['Chrome on an iPhone', `${IPHONE} CriOS/137.0 Mobile/15E148 Safari/604.1`],
  ['Firefox on an iPhone', `${IPHONE} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`],
  ['Safari on an iPad or a Mac', `${MAC} Version/18.5 Safari/605.1.15`],
  [
    'Firefox on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:139.0) Gecko/20100101 Firefox/139.0',
  ],
  ['Chrome', `${ANDROID}) ${WEBKIT} Chrome/137.0.0.0 Mobile Safari/537.36`],
  [
    'Samsung Internet',
    `${ANDROID}) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
  ],
  ['Firefox', 'Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0'],
  [
    'Firefox on a desktop',
    'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0',
  ],
])('the page knows that %s allows sign-in', (_, userAgent) => {
  expect(placeWithoutSignIn({ userAgent })).toBeUndefined();
});

test('the page knows that an iPhone’s home screen allows no sign-in, and leads to Safari, which does', () => {
  expect(placeWithoutSignIn({ userAgent: SAFARI, standalone: true })).toBe('homeScreen');
  expect(placeWithoutSignIn({ userAgent: SAFARI, standalone: false })).toBeUndefined();

  vi.stubGlobal('location', { origin: 'https://site.test', pathname: '/work/elm' });
  const place = { place: 'homeScreen', title: 'Write a review', label: 'Write a review' } as const;
  const html = markup(createElement(SignInElsewhere, place));
  expect(html).toContain('Open this page in Safari instead.');
  expect(html).toContain('Copy the link and paste it in Safari.');
  expect(html).toContain('value="https://site.test/work/elm"');
});
