/** `npm run setup` on a project in memory and the local backend's documents: cut off at every change, run again. */
// @module-tag full
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fromFields } from '../../backend/protoJson';
import { SERVICE_TYPES } from '../../tools/seed/seedDocuments';
import { ending, openScene, runTool, type Scene } from './ownersTools';
import { createGoogleProject, PROJECT, type Cut } from './fakeGoogleProject';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.stop());

type Google = ReturnType<typeof createGoogleProject>;

/** An untouched project. */
function openProject(): Google {
  const { firestore } = scene.backend;
  for (const path of ['version/current', 'configurations/configurations']) {
    firestore.commit([{ path, fields: null }]);
  }
  for (const name of ['.env', 'business.json', 'services.json']) {
    rmSync(join(scene.folder, name), { force: true });
  }
  return createGoogleProject(`http://127.0.0.1:${scene.backend.ports.firestore}`);
}

const setUp = (google: Google, ...more: string[]) =>
  runTool(['setup', '--project', PROJECT, '--site', scene.folder, ...more], {
    env: { GOOGLE_ACCESS_TOKEN: 'token' },
    fetch: google.fetch,
  });

const document = (path: string) => {
  const found = scene.backend.firestore.get(path);
  return found && fromFields(found.fields);
};
const file = (name: string) => readFileSync(join(scene.folder, name), 'utf8');

/** All that a run leaves behind. */
const outcome = (google: Google) => ({
  ...google.state,
  version: document('version/current'),
  configuration: document('configurations/configurations'),
  env: file('.env'),
  own: ['business.json', 'services.json'].map((name) => existsSync(join(scene.folder, name))),
});

const MEMBER = 'serviceAccount:service-415104041262@gcp-sa-firebasestorage.iam.gserviceaccount.com';
const READY = {
  database: {
    name: `projects/${PROJECT}/databases/(default)`,
    locationId: 'us-central1',
    type: 'FIRESTORE_NATIVE',
    databaseEdition: 'STANDARD',
    deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
  },
  schedules: [
    {
      name: `projects/${PROJECT}/databases/(default)/backupSchedules/1`,
      retention: '604800s',
      dailyRecurrence: {},
    },
  ],
  bucket: expect.objectContaining({ location: 'us-central1' }),
  cors: JSON.parse(readFileSync('cors.json', 'utf8')),
  policy: {
    version: 1,
    etag: 'aa',
    bindings: [
      { role: 'roles/owner', members: ['user:a@example.com'] },
      { role: 'roles/firebaserules.firestoreServiceAgent', members: [MEMBER] },
    ],
  },
  webApps: [{ appId: '1:415104041262:web:0', displayName: 'Site' }],
  auth: {
    authorizedDomains: ['localhost', `${PROJECT}.firebaseapp.com`, `${PROJECT}.web.app`],
    client: { permissions: { disabledUserDeletion: true } },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  },
  version: { version: 0.62 },
  configuration: {
    services_types: SERVICE_TYPES,
    download_address:
      'https://firebasestorage[.]googleapis[.]com/v0/b/my-cabinets[.]firebasestorage[.]app/o/',
  },
  env: `VITE_FIREBASE_API_KEY=AIza${'k'.repeat(35)}
VITE_FIREBASE_AUTH_DOMAIN=my-cabinets.firebaseapp.com
VITE_FIREBASE_PROJECT_ID=my-cabinets
VITE_FIREBASE_STORAGE_BUCKET=my-cabinets.firebasestorage.app
VITE_FIREBASE_APP_ID=1:415104041262:web:0
`,
  own: [true, true],
};

test('setup makes an empty project ready and announces each step; a second run changes nothing', async () => {
  const google = openProject();
  google.turnOnSignIn();
  const { code, output } = await setUp(google);
  expect(output).not.toContain('NOT YET');
  expect(code).toBe(0);
  expect(outcome(google)).toMatchObject(READY);
  expect(output.indexOf('now      Firestore')).toBeLessThan(output.indexOf('done     Firestore'));
  expect(output).toContain('(not tried yet)');

  const changes = google.changes.length;
  const again = await setUp(google);
  expect([again.code, google.changes.length]).toEqual([0, changes]);
  expect(again.output).not.toMatch(/^(now|done)/m);
});

test('setup says what only a person can do, and where, and does the rest', async () => {
  const google = openProject();
  const { code, output } = await setUp(google);
  expect(code).toBe(1);
  expect(output).toContain(
    `console.firebase.google.com/project/${PROJECT}/authentication/providers`,
  );
  expect(output).toMatch(/^waits +Accounts stay +for Sign-in with Google/m);
  const { auth: _, ...rest } = READY;
  expect(outcome(google)).toMatchObject({ ...rest, auth: undefined });
  google.turnOnSignIn();
  expect((await setUp(google)).code).toBe(0);
  expect(outcome(google)).toMatchObject(READY);
});

test('setup --dry-run says what would be done and changes nothing', async () => {
  const google = openProject();
  const { code, output } = await setUp(google, '--dry-run');
  expect(code).toBe(0);
  expect(google.changes).toEqual([]);
  expect(output).toMatch(/^would +APIs +turn on firebase\.googleapis\.com/m);
  expect(output).toMatch(/^waits +Firestore +for APIs/m);
  expect(existsSync(join(scene.folder, '.env'))).toBe(false);
});

test('setup that is cut off at any change and run again ends complete', async () => {
  const whole = openProject();
  whole.turnOnSignIn();
  await setUp(whole);
  const wanted = outcome(whole);
  const places = whole.changes.flatMap((_, at): Cut[] => [
    { at, when: 'before' },
    { at, when: 'after' },
  ]);
  expect(places.length).toBeGreaterThan(20);
  for (const place of places) {
    const google = openProject();
    google.turnOnSignIn();
    google.cutAt(place);
    const first = await setUp(google);
    google.cutAt(undefined);
    const second = await setUp(google);
    expect({ place, codes: [first.code, second.code], ...outcome(google) }).toEqual({
      place,
      codes: [1, 0],
      ...wanted,
    });
  }
});

test.each([
  ['a day', '86400s', '604800s'],
  ['98 days, as somebody has chosen,', '8467200s', '8467200s'],
])('setup leaves backups that were kept for %s at seven days or more', async (_, before, after) => {
  const google = openProject();
  google.turnOnSignIn();
  await setUp(google);
  google.state.schedules[0]!['retention'] = before;
  await setUp(google);
  expect(google.state.schedules).toEqual([{ ...READY.schedules[0], retention: after }]);
});

test('setup keeps your own lines of .env, and stops at a file of another project', async () => {
  const google = openProject();
  google.turnOnSignIn();
  const env = join(scene.folder, '.env');
  writeFileSync(env, 'VITE_SITE_URL=https://example.com\nVITE_FIREBASE_API_KEY=old\n');
  await setUp(google);
  expect(file('.env')).toBe(`${READY.env}VITE_SITE_URL=https://example.com\n`);
  writeFileSync(env, 'VITE_FIREBASE_PROJECT_ID=another-one\n');
  expect(await setUp(google)).toEqual(ending(1, '.env is of another project: another-one'));
});

test('setup keeps what the owner has set', async () => {
  const google = openProject();
  google.turnOnSignIn();
  await setUp(google);
  const own = { services_types: [{ id: 'attic', name: 'Attic', icon: 'doors' }] };
  await scene.run(
    'services:set',
    scene.file('own.json', JSON.stringify(own.services_types)),
    '--force',
  );
  google.state.database!['deleteProtectionState'] = 'DELETE_PROTECTION_DISABLED';
  expect((await setUp(google)).code).toBe(0);
  expect(document('configurations/configurations')).toMatchObject(own);
  expect(google.state.database).toMatchObject({
    deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
  });
});

test.each([
  ['to start without a project', [], 'Say which project'],
  ['a malformed project id', ['--project', 'My Cabinets'], 'Say which project'],
  ['the local backend', ['--project', PROJECT, '--local'], 'needs no setup'],
])('setup refuses %s', async (_, args, says) => {
  expect(await scene.run('setup', ...args)).toEqual(ending(1, says));
});

test('setup refuses a database of another edition, and says what to do', async () => {
  const google = openProject();
  google.state.database = { type: 'FIRESTORE_NATIVE', databaseEdition: 'ENTERPRISE' };
  expect(await setUp(google)).toEqual(ending(1, /ENTERPRISE edition.*another project/s));
});
