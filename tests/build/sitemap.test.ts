import { describe, expect, test } from 'vitest';
import { sitemap } from '../../tools/build/sitemap';
import { checkTokenSync, SiteUrlError, siteOriginFrom } from '../../tools/build/siteOrigin';

describe('the sitemap', () => {
  test('lists the landing page and every work with its cover, as valid XML', () => {
    const works = [
      {
        id: 'oak & sage',
        changed: '2026-03-01T10:00:00.123456Z',
        cover: { url: 'https://pictures.example/a?alt=media&token=1', thumb: '' },
      },
      { id: 'plain', changed: undefined, cover: { url: '', thumb: '' } },
    ];
    const xml = sitemap('https://example.com', works, '2026-04-01T08:00:00.000Z');
    const addresses = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]);
    expect(addresses).toEqual([
      'https://example.com/',
      'https://example.com/work',
      'https://example.com/work/oak%20%26%20sage',
      'https://example.com/work/plain',
    ]);
    const times = [...xml.matchAll(/<lastmod>(.*?)<\/lastmod>/g)].map((match) => match[1]);
    expect(times).toEqual(['2026-04-01T08:00:00.000Z', '2026-03-01T10:00:00.123456Z']);
    expect(xml).toContain(
      '<image:loc>https://pictures.example/a?alt=media&amp;token=1</image:loc>',
    );
    expect(xml.replaceAll(/&(amp|lt|gt|quot|apos);/g, '')).not.toContain('&');
  });
});

describe('the address of the site', () => {
  test.each([
    [{ VITE_SITE_URL: 'https://www.example.com/' }, 'https://www.example.com'],
    [{ VITE_SITE_URL: ' ', VITE_FIREBASE_PROJECT_ID: 'oak' }, 'https://oak.web.app'],
    [{}, 'http://localhost:5000'],
  ])('is read from %o', (env, origin) => {
    expect(siteOriginFrom(env)).toBe(origin);
  });

  test.each(['www.example.com', 'https://example.com/site', 'ftp://example.com', 'https://a?b'])(
    'refuses %s and says what it should be like',
    (address) => {
      const read = () => siteOriginFrom({ VITE_SITE_URL: address });
      expect(read).toThrow(SiteUrlError);
      expect(read).toThrow(/VITE_SITE_URL.*https:\/\/www\.example\.com/);
    },
  );
});

describe('the address that ID tokens are posted to', () => {
  const check = (url?: string) => () => checkTokenSync({ VITE_TOKEN_SYNC_URL: url });

  test.each([undefined, '', 'https://sync.example/token', '/token', 'http://localhost:5001/token'])(
    'may be %s',
    (url) => expect(check(url)).not.toThrow(),
  );

  test.each([
    'http://sync.example/token',
    '//sync.example/token',
    '/\\sync.example',
    'token',
    'http://localhost.example/',
  ])('must not be %s: whoever reads a token is signed in by it', (url) =>
    expect(check(url)).toThrow(SiteUrlError),
  );
});
