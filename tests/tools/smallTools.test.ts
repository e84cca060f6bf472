/** The owner's other commands, each against the local backend with its rules and its seed. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromFields } from '../../backend/protoJson';
import { CLIENT_VERSION } from '../../src/domain/constants';
import type { Http } from '../../tools/ownerHttp';
import { storeHook } from '../../tools/setup/setup';
import { storedObjects } from '../support/serverContent';
import { NEWER_VERSION } from '../support/versions';
import { ending, openScene, runTool, type Scene } from './ownersTools';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.stop());

const WORK = 'maple-street-kitchen';
const stored = (path: string) => {
  const document = scene.backend.firestore.get(path);
  return document ? fromFields(document.fields) : undefined;
};
const everything = () => JSON.stringify(scene.backend.firestore.snapshot().documents);

describe('gallery:remove', () => {
  const PATH = `gallery/${WORK}`;
  const [vanity, maple] = [
    'gallery/birch-court-vanity/reviews/q2LfN6uJ0x',
    `${PATH}/reviews/Yd05sVhK8e`,
  ];
  const below = () =>
    scene.backend.firestore
      .snapshot()
      .documents.filter(({ path }) => path.startsWith(`${PATH}/`))
      .map(({ path }) => path);

  test('moves the work to the removed ones in the commit that drops its quotes, and keeps the rest for a week', async () => {
    const work = stored(PATH)!;
    const configuration = stored('configurations/configurations')!;
    expect(configuration['quotes']).toEqual([vanity, maple]);
    const [kept, pictures] = [below(), scene.pictures(WORK)];
    // A call that holds a document for a moment.
    scene.backend.faults.add({ url: /:commit/, do: { kind: 'status', status: 409 }, count: 2 });
    const { code, output } = await scene.run('gallery:remove', WORK);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(
        'Until the next build and deployment the site still has:\n' +
          '  - the page /work/maple-street-kitchen, and its picture in links (og:image)\n' +
          '  - its card and its quotes on the landing page, and its stars in the rating there\n' +
          '  - its card on the page of all works\n' +
          'To take that away as well: npm run build && npx -y firebase-tools@15 deploy --only hosting\n',
      ),
    ]);
    expect(output).toContain(
      `The owner's page can undo it for seven days. A day later a function deletes 3 reviews and ${pictures.length} picture files`,
    );
    expect(stored(PATH)).toBeUndefined();
    const removed = stored(`removed/${WORK}`)!;
    expect(removed).toEqual({ work, at: expect.any(String) });
    expect(scene.backend.firestore.get(`removed/${WORK}`)!.fields['at']).toHaveProperty(
      'timestampValue',
    );
    expect(stored('configurations/configurations')).toEqual({ ...configuration, quotes: [vanity] });
    expect([below(), scene.pictures(WORK)]).toEqual([kept, pictures]);
    expect(await scene.run('gallery:remove', WORK)).toEqual(ending(1, 'removed already'));
  });

  test('with --now deletes the work, its reviews and its pictures, also after a cut, and frees the id', async () => {
    const others = scene.backend.storage.list().filter(({ name }) => !name.includes(WORK)).length;
    await scene.photo('photos/after-1.jpg');
    const add = () =>
      scene.run('gallery:add', `${scene.folder}/photos`, '--title', 'New', '--id', WORK);
    scene.backend.faults.add({ method: 'DELETE', do: { kind: 'status', status: 403 }, count: 1 });
    expect(await scene.run('gallery:remove', WORK, '--now')).toMatchObject({ code: 1 });
    expect(stored(`removed/${WORK}`)).toBeDefined();
    expect(await add()).toEqual(ending(1, `gallery:remove -- ${WORK} --now`));
    expect(await scene.run('gallery:remove', WORK, '--now')).toMatchObject({ code: 0 });
    expect(everything()).not.toContain(WORK);
    expect(scene.pictures(WORK)).toEqual([]);
    expect(scene.backend.storage.list()).toHaveLength(others);
    expect(await scene.run('gallery:remove', WORK)).toMatchObject({ code: 1 });
    expect(await add()).toMatchObject({ code: 0 });
  });

  test('with --now deletes also the review that came while it was listed', async () => {
    const path = `${PATH}/reviews/late0000000`;
    const surroundings = {
      env: scene.env,
      fetch: ((url: string, init: RequestInit) => {
        if (url.endsWith(':commit') && stored(PATH))
          scene.backend.firestore.commit([{ path, fields: {} }]);
        return fetch(url, init);
      }) as typeof fetch,
    };
    expect(await runTool(['gallery:remove', WORK, '--now'], surroundings)).toEqual(
      ending(0, /Removed Maple Street kitchen .*: the work, 4 reviews and \d+ picture/),
    );
    expect(everything()).not.toContain(WORK);
  });

  test('writes nothing where the work has changed since it was read, and is done where only its answer was lost', async () => {
    const change = (path: string) => {
      const { fields } = scene.backend.firestore.get(path)!;
      scene.backend.firestore.commit([
        { path, fields: { ...fields, title: { stringValue: 'Other' } } },
      ]);
    };
    for (const path of [PATH, 'configurations/configurations']) {
      const surroundings = {
        env: scene.env,
        fetch: ((url: string, init: RequestInit) => {
          if (url.endsWith(':commit')) change(path);
          return fetch(url, init);
        }) as typeof fetch,
      };
      expect(await runTool(['gallery:remove', WORK], surroundings)).toEqual(
        ending(1, 'changed the same meanwhile'),
      );
      expect([stored(PATH), stored(`removed/${WORK}`)]).toEqual([expect.anything(), undefined]);
      scene.backend.firestore.commit([{ path, fields: scene.backend.firestore.get(path)!.fields }]);
    }
    scene.backend.faults.add({ url: /:commit/, do: { kind: 'truncate', bytes: 0 }, count: 1 });
    expect(await scene.run('gallery:remove', WORK)).toMatchObject({ code: 0 });
    expect(stored(`removed/${WORK}`)).toBeDefined();
  });
});

describe('setup --owner', () => {
  const owners = () => scene.backend.firestore.list('owners').map(({ path }) => path);
  const SAMPLE = 'owners/owner@example.com';

  test('makes an owner by the address in lower case, and takes it away again', async () => {
    const added = await scene.run('setup', '--owner', ' Olivia.O@Example.COM ');
    expect([added.code, owners()]).toEqual([0, ['owners/olivia.o@example.com', SAMPLE]]);
    expect(stored('owners/olivia.o@example.com')).toEqual({});
    expect(added.output).toContain(
      'olivia.o@example.com is an owner, from the next request on.\nOwners: olivia.o@example.com, owner@example.com.',
    );
    const again = await scene.run('setup', '--owner', 'olivia.o@example.com');
    expect([again.code, owners().length]).toEqual([0, 2]);
    const removed = await scene.run('setup', '--not-owner', 'OLIVIA.O@example.com');
    expect([removed.code, owners()]).toEqual([0, [SAMPLE]]);
    expect(removed.output).toContain('is no owner any more, from the next request on.');
    const last = await scene.run('setup', '--not-owner', 'owner@example.com');
    expect([last.code, last.output, owners()]).toEqual([
      0,
      expect.stringContaining('There is no owner.'),
      [],
    ]);
  });

  test('stores the address of the hook as a new version of the secret', async () => {
    const calls: unknown[] = [];
    const http: Http = async (url, { body, accept }) => {
      calls.push([url.split('/v1/')[1], JSON.parse(String(body)), accept]);
      return new Response();
    };
    const terminal = { line: (text: string) => void calls.push(text) };
    const config = { projectId: 'my-cabinets', local: false };
    const send: typeof fetch = async (url, init) => {
      calls.push([url, String(init?.body)]);
      return new Response('ok');
    };
    const context = { config, http, terminal, dryRun: false } as never;
    await storeHook(context, ' https://x.example/a ', send);
    const secrets = 'projects/my-cabinets/secrets';
    const test = '{"text":"A test by npm run setup: requests will be told here."}';
    expect(calls).toEqual([
      ['https://x.example/a', test],
      [`${secrets}?secretId=ALERT_HOOK`, { replication: { automatic: {} } }, [409]],
      [
        `${secrets}/ALERT_HOOK:addVersion`,
        { payload: { data: Buffer.from('https://x.example/a').toString('base64') } },
        [],
      ],
      expect.stringContaining('It answers 200: a test is in your chat. The hook is stored'),
    ]);
  });

  test.each<[given: string, posted: string, answer: Response, said: RegExp]>([
    [
      'https://discord.com/api/webhooks/1/a-b_c',
      'https://discord.com/api/webhooks/1/a-b_c/slack',
      new Response('ok'),
      /answers 200/,
    ],
    [
      'https://x.logic.azure.com/workflows/1',
      'https://x.logic.azure.com/workflows/1',
      new Response(null, { status: 202 }),
      /202, which proves nothing/,
    ],
    [
      'https://x.example/a',
      'https://x.example/a',
      new Response('no such\nhook', { status: 404 }),
      /cannot be the hook: it answers 404, no such hook/,
    ],
  ])('tries the hook %s', async (given, posted, answer, said) => {
    const texts: string[] = [];
    const terminal = { line: (text: string) => void texts.push(text) };
    const config = { projectId: 'my-cabinets', local: false };
    const context = { config, http: async () => new Response(), terminal, dryRun: false } as never;
    const send: typeof fetch = async (url) => {
      texts.push(String(url));
      return answer;
    };
    await storeHook(context, given, send).catch(({ message }: Error) => texts.push(message));
    expect(texts).toEqual([posted, expect.stringMatching(said)]);
  });

  test('with --dry-run changes nothing', async () => {
    const { code, output } = await scene.run('setup', '--owner', 'a@example.com', '--dry-run');
    expect([code, output, owners()]).toEqual([
      0,
      expect.stringContaining('a@example.com would be an owner'),
      [SAMPLE],
    ]);
  });

  test.each([
    [['--owner', 'olivia'], 'cannot be the address of a Google account'],
    [['--owner', 'olivia @example.com'], 'cannot be the address'],
    [['--owner', 'a/b@example.com'], 'cannot be the address'],
    [['--owner', 'émile@example.com'], 'cannot be the address'],
    [['--owner', `${'a'.repeat(250)}@x.io`], 'cannot be the address'],
    [
      ['--not-owner', 'sam@example.com'],
      'sam@example.com is not an owner. Owners: owner@example.com.',
    ],
    [['--owner', 'a@b.io', '--not-owner', 'c@d.io'], 'Give either --owner or --not-owner.'],
    [['--hook', 'http://x.example'], 'This cannot be the hook: it does not begin with https://.'],
    [['--hook', 'https://x.example/a'], 'The local backend needs no hook'],
    [
      ['--owner', 'a@b.io', '--project', 'my-cabinets'],
      '.env is of another project: demo-cabinets',
    ],
  ])('refuses %j', async (args, says) => {
    const { code, output } = await scene.run('setup', ...args);
    expect([code, output, owners()]).toEqual([1, expect.stringContaining(says), [SAMPLE]]);
  });
});

describe('services:set', () => {
  const types = [{ id: 'attic', name: 'Attic', icon: 'doors' }];

  test('names what would be lost, needs --force for that, and prints how to go back', async () => {
    const before = stored('configurations/configurations')!;
    const file = scene.file('types.json', JSON.stringify(types));
    const asked = await scene.run('services:set', file);
    expect([asked.code, asked.output]).toEqual([
      1,
      expect.stringMatching(/Nothing is changed: this takes away Kitchen cabinets, .*--force/s),
    ]);
    expect(stored('configurations/configurations')).toEqual(before);

    const { code } = await scene.run('services:set', file, '--force');
    expect(code).toBe(0);
    expect(stored('configurations/configurations')).toEqual({ ...before, services_types: types });

    const json = asked.output.split('\n').find((line) => line.startsWith('['))!;
    const back = await scene.run('services:set', scene.file('back.json', json), '--force');
    expect(back.code).toBe(0);
    expect(stored('configurations/configurations')).toEqual(before);
  });

  test('takes the sample file without a question', async () => {
    const before = everything();
    const { code } = await scene.run('services:set', 'tools/seed/services.json');
    expect([code, everything()]).toEqual([0, before]);
  });

  test('says that a file is missing, and where a sample is', async () => {
    expect(await scene.run('services:set', 'none.json')).toEqual(
      ending(1, /There is no file none\.json\. .*cp tools\/seed\/services\.json/s),
    );
  });

  test.each([
    ['broken JSON', '[', 'cannot be read: there is a mistake near line 1'],
    ['no list', '{}', 'must be a list'],
    ['an empty list', '[]', 'has an empty list'],
    ['no name', '[{"id":"a","name":"A","icon":"doors"},{"id":"b"}]', 'entry 2: it needs an "id"'],
    ['an id with a space', '[{"id":"a b","name":"x","icon":"doors"}]', '"a b" cannot be an id'],
    [
      'an unknown icon',
      '[{"id":"a","name":"A","icon":"x"}]',
      'there is no icon "x". Use one of: kitchen',
    ],
    [
      'an id twice',
      '[{"id":"a","name":"A","icon":"doors"},{"id":"a","name":"B","icon":"doors"}]',
      'no id twice',
    ],
  ])('refuses a file with %s', async (_, json, message) => {
    const before = everything();
    expect(await scene.run('services:set', scene.file('types.json', json))).toEqual(
      ending(1, message),
    );
    expect(everything()).toBe(before);
  });

  test('stores the bucket of a real project', async () => {
    const calls: { url: string; headers: Headers; body: string }[] = [];
    const answer = (url: string, init: RequestInit = {}) => {
      const body = typeof init.body === 'string' ? init.body : '';
      calls.push({ url, headers: new Headers(init.headers), body });
      const json = url.endsWith(':commit') ? { commitTime: '2026-06-01T12:00:00Z' } : {};
      return Promise.resolve(Response.json(json, { status: body === '' ? 404 : 200 }));
    };
    const names = ['API_KEY', 'AUTH_DOMAIN', 'PROJECT_ID', 'APP_ID'];
    const env = {
      ...Object.fromEntries(names.map((name) => [`VITE_FIREBASE_${name}`, 'cabinets-of-a-test'])),
      VITE_FIREBASE_STORAGE_BUCKET: 'cabinets.firebasestorage.app',
    };
    const file = scene.file('types.json', JSON.stringify(types));
    const set = async (more: Record<string, string>, ...args: string[]) => {
      const surroundings = { fetch: answer as typeof fetch, env: { ...env, ...more } };
      calls.length = 0;
      const said = await runTool(['services:set', file, ...args], surroundings);
      return { ...said, origins: new Set(calls.map(({ url }) => new URL(url).origin)) };
    };

    const { code, output } = await set({});
    expect([code, output]).toEqual([
      1,
      expect.stringContaining("an access token of the project's owner"),
    ]);
    expect(calls).toEqual([]);

    const ports = { VITE_LOCAL_FIRESTORE_PORT: '8377', LOCAL_HOST: '127.0.0.1' };
    const local = await set(ports, '--local');
    expect(local).toMatchObject({ code: 0, origins: new Set(['http://127.0.0.1:8377']) });
    expect(calls[0]!.headers.get('authorization')).toBe('Bearer owner');

    const real = await set({ GOOGLE_ACCESS_TOKEN: 'ya29.not-a-token' });
    const origins = new Set(['https://firestore.googleapis.com']);
    expect(real).toMatchObject({ code: 0, origins });
    expect(calls).toHaveLength(2);
    expect(calls[1]!.headers.get('authorization')).toBe('Bearer ya29.not-a-token');
    expect(calls[1]!.headers.get('x-goog-user-project')).toBe('cabinets-of-a-test');
    const { writes } = JSON.parse(calls[1]!.body) as { writes: [{ update: { fields: never } }] };
    expect(fromFields(writes[0].update.fields)).toEqual({
      services_types: types,
      download_address:
        'https://firebasestorage[.]googleapis[.]com/v0/b/cabinets[.]firebasestorage[.]app/o/',
    });
  });
});

describe('version:set', () => {
  const newer = String(NEWER_VERSION);
  test.each<[string[], number, number]>([
    [['0.5'], 0, 0.5],
    [[String(CLIENT_VERSION)], 0, CLIENT_VERSION],
    [[newer], 1, 0.62],
    [[newer, '--force'], 0, NEWER_VERSION],
    [['0.5', '--dry-run'], 0, 0.62],
    [['new'], 1, 0.62],
    [[], 1, 0.62],
  ])('%j ends with %i, and stored is %d', async (args, code, version) => {
    expect(await scene.run('version:set', ...args)).toMatchObject({ code });
    expect(stored('version/current')).toEqual({ version });
  });
});

describe('requests:export', () => {
  const out = () => join(scene.folder, 'out');
  const csv = () => readFileSync(join(out(), 'requests.csv'), 'utf8');

  test('wants a folder, not a file', async () => {
    const file = scene.file('before.jpg', '');
    expect(await scene.run('requests:export', file)).toEqual(
      ending(1, `${file} is a file. Name a folder instead`),
    );
  });

  test('writes every request as text that no spreadsheet executes', async () => {
    await scene.send({
      name: '=HYPERLINK("https://evil.example","Ana")',
      email: '\u0000@SUM(1+1)',
      phone: '+1 412 555 0100',
      address: '-2+3, Elm Street',
      // LibreOffice divides at these, too.
      description: 'Line one\nline "two";=1+1;\t=2+2\tand more',
      categories: ['kitchen-cabinets', 'gone'],
    });
    expect(await scene.run('requests:export', out())).toMatchObject({ code: 0 });
    const [request] = scene.backend.firestore
      .list('requests')
      .map((each) => fromFields(each.fields));
    expect(csv()).toBe(
      '\uFEFF"id","created","status","name","email","phone","address","description","services","pictures",' +
        '"seconds","honeypot"\r\n' +
        `"${String(request!['id'])}","${String(request!['created'])}","1",` +
        '"\'=HYPERLINK(""https://evil.example"",""Ana"")","\'\u0000@SUM(1+1)","\'+1 412 555 0100",' +
        '"\'-2+3, Elm Street","Line one\nline ""two"";=1+1;\t=2+2\tand more","Kitchen cabinets; gone","",' +
        '"42",""\r\n',
    );
    await scene.send({ name: '007', phone: '00442079460958', address: '404.5550100' });
    await scene.send({ phone: '4045550100', address: '12 Oak Street' });
    expect(await scene.run('requests:export', out())).toMatchObject({ code: 0 });
    // A spreadsheet would take them for numbers, and drop the zeros.
    expect(csv()).toContain(`"'007",`);
    expect(csv()).toContain(`"'00442079460958","'404.5550100",`);
    expect(csv()).toContain(`"4045550100","12 Oak Street",`);
    // Or for debts, shares, hours, days.
    const others = [
      '(404)5550134',
      '1/2',
      '5:30',
      '5pm',
      '12%',
      '$5',
      '1e5',
      'May 5',
      '5-6',
      'true',
    ];
    for (const address of others) await scene.send({ address });
    expect(await scene.run('requests:export', out())).toMatchObject({ code: 0 });
    for (const address of others) expect(csv()).toContain(`"'${address}"`);
    // Others on this machine have no business with it.
    expect(statSync(join(out(), 'requests.csv')).mode & 0o077).toBe(0);
  });

  test('downloads pictures once, continues after a cut, and names what is gone', async () => {
    await scene.send({}, 10);
    await scene.send({}, 20);
    const objects = storedObjects(scene.backend);
    expect(objects).toHaveLength(8);
    const media = { service: 'storage', url: /alt=media/ } as const;
    const cut = scene.backend.faults.add({
      ...media,
      after: 1,
      do: { kind: 'truncate', bytes: 99 },
    });
    expect(await scene.run('requests:export', out())).toMatchObject({ code: 1 });
    cut.remove();
    scene.backend.requests.clear();
    expect(await scene.run('requests:export', out())).toEqual(
      ending(0, '3 of them still to be fetched'),
    );
    expect(scene.backend.requests.filter(({ url }) => media.url.test(url))).toHaveLength(3);
    const files = readdirSync(join(out(), 'pictures'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    const full = objects.filter(({ name }) =>
      csv().includes(name.replace('requests/', 'pictures/')),
    );
    expect(files.map((file) => hash(readFileSync(file))).toSorted()).toEqual(
      full.map(({ sha256 }) => sha256).toSorted(),
    );

    scene.backend.storage.remove(full[0]!.name);
    const elsewhere = join(scene.folder, 'elsewhere');
    expect(await scene.run('requests:export', elsewhere)).toEqual(
      ending(0, `no longer stored, so left out: ${full[0]!.name}`),
    );
  });

  test('never writes outside its folder', async () => {
    await scene.send({});
    const { path } = scene.backend.firestore.list('requests')[0]!;
    const file = (ref: string) => ({ mapValue: { fields: { ref: { stringValue: ref } } } });
    const values = [file('requests/../../evil.jpg'), file('requests/1234567890/Ab3dEf6hIj.png')];
    const { fields: before } = scene.backend.firestore.get(path)!;
    scene.backend.firestore.commit([
      { path, fields: { ...before, files: { arrayValue: { values } } } },
    ]);
    const { output } = await scene.run('requests:export', out());
    expect(output).toContain('1 requests, 0 pictures');
  });
});

test('without a project it is said loudly that this is not the live site; with --local it is not', async () => {
  const warning = 'This is NOT your live site';
  const unasked = await scene.run('version:set', '0.5', '--dry-run');
  expect(unasked).toEqual(ending(0, warning));
  const asked = await scene.run('version:set', '0.5', '--dry-run', '--local');
  expect(asked).toEqual({ code: 0, output: expect.not.stringContaining(warning) });
});

test.each([
  [[], 1, 'There is no command ""'],
  [['constructor'], 1, 'There is no command "constructor"'],
  [['requests:remove', '--help'], 0, '--older-than  all requests of that age or older'],
  [['requests:remove', '--help'], 0, '--firestore-port and --storage-port'],
  [['gallery:add', '--help'], 0, '--dry-run   only say what the command would do'],
  [['gallery:remove'], 1, 'Missing: WORK.\nWrite the command like this:'],
  [['hero:set'], 1, 'Missing: BEFORE and AFTER.'],
  [['gallery:remove', 'a', 'b'], 1, '"b" is one word too many.'],
])('the command line %j ends with %i', async (words, code, text) => {
  expect(await scene.run(...words)).toEqual(ending(code, text));
});
