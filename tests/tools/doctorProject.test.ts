/** `npm run doctor` on a Firebase project: what it says to every answer of Google's. */
// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toFields } from '../../backend/protoJson';
import { SAMPLE } from '../../src/domain/constants';
import { APP_ID, BUCKET, KEY, PROJECT, GOOGLE_ANSWERS, type GoogleAnswer } from './googleAnswers';
import { blockedBy, close, examine, LOCAL, open, scene, snapshot, withHeader } from './doctorScene';

describe('doctor on a Firebase project:', () => {
  beforeAll(open);
  afterAll(close);

  const env = {
    VITE_FIREBASE_API_KEY: KEY,
    VITE_FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
    VITE_FIREBASE_PROJECT_ID: PROJECT,
    VITE_FIREBASE_STORAGE_BUCKET: BUCKET,
    VITE_FIREBASE_APP_ID: APP_ID,
    // The token of the local backend, which stands in for Firestore and Storage.
    GOOGLE_ACCESS_TOKEN: 'owner',
  };
  const all = (state: string) =>
    Object.fromEntries(Object.keys(LOCAL).map((title) => [title, state]));

  /** Google's answers; Firestore, Storage and the site are the local backend's. */
  function google(other?: { url: string; answer: GoogleAnswer['good'] }): typeof fetch {
    const { origins } = scene.backend;
    const places: Record<string, string> = {
      'https://firestore.googleapis.com': origins.firestore,
      'https://firebasestorage.googleapis.com': origins.storage,
      [`https://${PROJECT}.web.app`]: origins.hosting,
    };
    return async (input, init) => {
      const url = String(input);
      const { origin } = new URL(url);
      const known = GOOGLE_ANSWERS.find(
        (one) => one.url === url && one.method === (init?.method ?? 'GET'),
      );
      if (known) {
        const { json, ...init } = other?.url === url ? other.answer : known.good;
        return Response.json(json, init);
      }
      const place = places[origin];
      if (place === undefined) throw new Error(`No answer is known for ${url}`);
      const headers = new Headers(init?.headers);
      // The local backend answers pages of this machine only.
      if (headers.has('Origin')) headers.set('Origin', origins.hosting);
      const answer = await fetch(url.replace(origin, place), { ...init, headers });
      if (url.includes(':commit')) tellAlerts();
      const session = answer.headers.get('x-goog-upload-url');
      if (session) return withHeader(answer, 'x-goog-upload-url', session.replace(place, origin));
      const policy = answer.headers.get('content-security-policy');
      const ours = policy?.replaceAll(' http://127.0.0.1:*', '');
      return ours ? withHeader(answer, 'content-security-policy', ours) : answer;
    };
  }

  /** As functions/ does, soon: the marks of every request's mails. */
  const SENT = { state: 'sent', since: 1 };
  let mailed: Record<string, typeof SENT> = { text: SENT, pictures: SENT };
  function tellAlerts(): void {
    const marks = scene.backend.firestore.list('requests').map(({ path }) => ({
      path: path.replace('requests/', 'alerts/'),
      fields: toFields(mailed),
    }));
    scene.backend.firestore.commit(marks);
  }

  const configure = (bucket: string) => {
    const address = `https://firebasestorage.googleapis.com/v0/b/${bucket}/o/`;
    const fields = {
      services_types: [{ id: 'a', name: 'A' }],
      download_address: address.replaceAll('.', '[.]'),
    };
    scene.backend.firestore.commit([
      { path: 'configurations/configurations', fields: toFields(fields) },
    ]);
  };
  beforeAll(() => configure(BUCKET));

  test('every line passes if the project is set up right', async () => {
    const { code, output, states } = await examine(env, google());
    expect([code, states]).toEqual([0, all('PASS')]);
    expect(output).toContain('for 57 more minutes');
    expect(output).toContain('exported, mailed, removed. Which have arrived: two mails');
  });

  const NO_MAIL = 'was not mailed: there is no mark that the mail server has accepted it';
  const NO_POST = 'was not mailed: its mails are accepted, but the hook has not taken its posts';

  test.each([
    ['nobody is mailed about', {}, NO_MAIL],
    ['has pictures that nobody is mailed about', { text: SENT }, NO_MAIL],
    ['the hook does not take', { ...mailed, textHook: { state: 'sending', since: 1 } }, NO_POST],
  ])('a request that %s fails, and is removed', async (_, marks, says) => {
    const whole = mailed;
    mailed = marks;
    const before = snapshot();
    const { code, output, states } = await examine(env, google());
    mailed = whole;
    expect([code, states]).toEqual([1, { ...all('PASS'), 'A request, end to end': 'FAIL' }]);
    expect(output).toContain(says);
    expect(snapshot()).toEqual(before);
  });

  test('the token is checked without sending it as a header', async () => {
    const headers: unknown[] = [];
    const send: typeof fetch = (input, init) => {
      if (String(input).endsWith('/tokeninfo')) headers.push(init?.headers);
      return google()(input, init);
    };
    await examine(env, send, '--dry-run');
    expect(headers).toEqual([undefined]);
  });

  const bad = GOOGLE_ANSWERS.flatMap(({ line, url, bad }) =>
    bad.map(([answer, says]) => ({ line, url, answer, says })),
  );

  test.each(bad)('the line $line says $says', async ({ line, url, answer, says }) => {
    const { code, output, states } = await examine(env, google({ url, answer }), '--dry-run');
    expect(new RegExp(`^\\w+ +${line} .*(?:\\n .*)*`, 'm').exec(output)?.[0]).toMatch(says);
    expect(output).toMatch(/ {9}→ .+/);
    const isFailed = states[line] === 'FAIL';
    expect(code).toBe(isFailed ? 1 : 0);
    // Two lines ask for the same settings of Authentication.
    const asking = GOOGLE_ANSWERS.filter((one) => one.url === url).map((one) => one.line);
    expect(states).toEqual({
      ...all('PASS'),
      'A request, end to end': 'UNKNOWN',
      ...(isFailed && blockedBy(line)),
      ...Object.fromEntries(asking.map((title) => [title, states[title]])),
    });
  });

  test.each<[string, Record<string, string>, string, RegExp]>([
    [
      'a missing value',
      { VITE_FIREBASE_APP_ID: '' },
      'Environment',
      /VITE_FIREBASE_APP_ID.*\n +→ run: npm run setup -- --project /,
    ],
    [
      'a key cut short',
      { VITE_FIREBASE_API_KEY: 'AIza1' },
      'Environment',
      /VITE_FIREBASE_API_KEY.*\n +→ run: npm run setup -- --project /,
    ],
    [
      'a site with a path',
      { VITE_SITE_URL: 'https://a.example/b' },
      'Environment',
      /VITE_SITE_URL .* without a path\.\nblocked/,
    ],
    ['no token', { GOOGLE_ACCESS_TOKEN: ' ' }, 'Access token', /is not set.*\n +→ run: export/],
  ])('%s is a line, not an error', async (_, change, line, says) => {
    const { code, output, states } = await examine({ ...env, ...change }, google());
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^FAIL +${line}.*${says.source}`, 'm'));
    expect(states).toEqual({ ...all('PASS'), ...blockedBy(line), [line]: 'FAIL' });
  });

  const NUMBER = 'the page shows a made-up phone number';
  const FRONT_PAGE = 'the page links to the front page of a network';
  test.each([
    ['<a href="tel:+14705550142">', NUMBER],
    ['<a href="https://api.whatsapp.com/send?phone=14705550142&amp;text=555">', NUMBER],
    ['<a href="https://www.tiktok.com/">', FRONT_PAGE],
    ['<a href="https://m.facebook.com">', FRONT_PAGE],
    ['<a href="https://instagram.com?hl=en">', FRONT_PAGE],
    [`<img alt="${SAMPLE}: a">`, 'the page shows sample pictures'],
    ['<a href="tel:+15554700142"><a href="/"><a href="https://tiktok.com/@us">', undefined],
  ])('made-up facts on the site are noticed: %s', async (page, seen) => {
    const send: typeof fetch = (input, init) =>
      String(input) === `https://${PROJECT}.web.app/`
        ? google()(input, init).then((answer) => new Response(page, answer))
        : google()(input, init);
    const { output, states } = await examine(env, send, '--dry-run');
    const state = seen === undefined ? 'PASS' : 'FAIL';
    const expected = { 'A request, end to end': 'UNKNOWN', 'Nothing made up': state };
    expect(states).toEqual({ ...all('PASS'), ...expected });
    expect(output).toMatch(
      new RegExp(`Nothing made up +${seen ?? 'no sample and no made-up number'}`, 'm'),
    );
  });

  test('a bucket of another project is noticed', async () => {
    configure('others.appspot.com');
    const { output, states } = await examine(env, google());
    configure(BUCKET);
    expect(states).toEqual({
      ...all('PASS'),
      configurations: 'FAIL',
      'A request, end to end': 'blocked by configurations',
    });
    expect(output).toContain('download_address is not of this bucket');
  });

  test('a sign-in domain that the policy blocks is noticed', async () => {
    const other = { ...env, VITE_FIREBASE_AUTH_DOMAIN: 'auth.example' };
    const send: typeof fetch = (input, init) =>
      new URL(String(input)).hostname === 'auth.example'
        ? Promise.resolve(new Response())
        : google()(input, init);
    const { output } = await examine(other, send, '--dry-run');
    expect(output).toContain("the site's frame-src allows *.firebaseapp.com only");
    expect(output).toContain('auth.example is not listed');
    expect(output).toContain('its list of websites lacks auth.example');
  });
});
