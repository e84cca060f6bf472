import { expect, it } from 'vitest';
import { meantAddress } from '../../src/start/meantAddress';

/** What the browser makes of a link, and then what the page makes of it. */
const meant = (link: string) => meantAddress(new URL(`https://site.example${link}`));

it.each([
  // Parameters that were added behind the hash.
  ['/#request-service?utm_source=x', '/?utm_source=x#request-service'],
  ['/#request-service&fbclid=1', '/?fbclid=1#request-service'],
  ['/#request-service?utm_source=x&utm_medium=y', '/?utm_source=x&utm_medium=y#request-service'],
  ['/?works=bath#request-service?gclid=1', '/?works=bath&gclid=1#request-service'],
  ['/#request-service?like=Oak%20%26%20Elm', '/?like=Oak%20%26%20Elm#request-service'],
  ['/#request-service%3Futm_source=x', '/?utm_source=x#request-service'],
  ['/?like=Oak&amp;utm_source=x#request-service/', '/?like=Oak&amp;utm_source=x#request-service'],
  ['/#gallerySection?utm_source=x', '/?utm_source=x#gallerySection'],
  ['/work/oak?utm_source=x#request-service&a=1', '/work/oak?utm_source=x&a=1#request-service'],
  // An encoded hash.
  ['/%23request-service', '/#request-service'],
  ['/%2523request-service', '/#request-service'],
  ['/%23request-service?utm_source=x', '/?utm_source=x#request-service'],
  ['/%23request-service%3Futm_source=x', '/?utm_source=x#request-service'],
  ['/index.html%23request-service', '/#request-service'],
  ['/work%23request-service', '/work#request-service'],
  ['/work/oak%23request-service', '/work/oak#request-service'],
  ['/work/oak%2523request-service', '/work/oak#request-service'],
  ['/%23gallerySection', '/#gallerySection'],
  ['/#%23request-service', '/#request-service'],
  // The page's file name, slashes, paths that are not there.
  ['/index.html#request-service', '/#request-service'],
  ['/index.html', '/'],
  ['/INDEX.HTM?a=1#main', '/?a=1#main'],
  ['//#request-service', '/#request-service'],
  ['/#request-service/', '/#request-service'],
  ['/#/request-service', '/#request-service'],
  ['/#!/request-service', '/#request-service'],
  ['/#%2Frequest-service', '/#request-service'],
  ['/%23', '/'],
  ['/request-service', '/#request-service'],
  ['/request-service/?a=1', '/?a=1#request-service'],
  ['/gallery', '/#gallerySection'],
  ['/somewhere#request-service', '/#request-service'],
  // Another case, punctuation of the sentence around it, a break at the hyphen.
  ['/#Request-Service', '/#request-service'],
  ['/#REQUEST-SERVICE', '/#request-service'],
  ['/#gallerysection', '/#gallerySection'],
  ['/#request-service.', '/#request-service'],
  ['/#request-service)', '/#request-service'],
  ['/#request-service%20', '/#request-service'],
  ['/#request-service%E2%80%8B', '/#request-service'],
  ['/#request%E2%80%91service', '/#request-service'],
  ['/#request-', '/#request-service'],
  ['/#request', '/#request-service'],
  ['/#request-service:~:text=Send', '/#request-service'],
])('%s means %s', (link, address) => {
  expect(meant(link)).toBe(address);
  expect(meant(address)).toBeUndefined();
});

it.each([
  '/',
  '/?utm_source=x',
  '/#request-service',
  '/#gallerySection',
  '/?like=Oak#request-service',
  '/?works=bath',
  '/#main',
  '/#!',
  '/work',
  '/work/',
  '/work?utm_source=x#request-service',
  '/work/oak',
  '/work/oak/',
  '/work/request-service',
  '/work/a%23b',
  '/work/gone?utm_source=x#request-service',
  '/about',
  '/__/auth/handler?a=1#b',
])('%s is right', (link) => expect(meant(link)).toBeUndefined());
