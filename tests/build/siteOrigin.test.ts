import { describe, expect, test } from 'vitest';
import { checkTokenSync, siteOriginFrom } from '../../tools/build/siteOrigin';
import { ToolError } from '../../tools/toolErrors';

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
      expect(read).toThrow(ToolError);
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
    expect(check(url)).toThrow(ToolError),
  );
});
