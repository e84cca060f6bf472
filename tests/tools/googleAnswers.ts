/**
 * What Google's APIs answer, written after their documentation (its address beside each): nobody has recorded
 * them on a real project yet. `good` is that of a project set up as docs/deploy.md says; each of `bad` is in
 * its place in turn, with what the line then says.
 */
import { readFileSync } from 'node:fs';

export const PROJECT = 'demo-cabinets';
export const BUCKET = 'demo-cabinets.appspot.com';
export const KEY = `AIza${'k'.repeat(35)}`;
const NUMBER = '415104041262';
export const APP_ID = `1:${NUMBER}:web:0a1b2c`;

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

/** google.rpc.Status as JSON: https://cloud.google.com/apis/design/errors#http_mapping */
const error = (code: number, status: string, message: string, details: object[] = []) => ({
  status: code,
  json: { error: { code, message, status, details } },
});
const ok = (json: object) => ({ status: 200, json });
const notFound = error(404, 'NOT_FOUND', 'Requested entity was not found.');
const unauthenticated = error(
  401,
  'UNAUTHENTICATED',
  'Request had invalid authentication credentials.',
);
const denied = error(403, 'PERMISSION_DENIED', 'The caller does not have permission');
/** https://cloud.google.com/service-usage/docs/enable-disable */
const off = error(
  403,
  'PERMISSION_DENIED',
  'API has not been used in project before or it is disabled.',
  [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'SERVICE_DISABLED',
      domain: 'googleapis.com',
    },
  ],
);

export interface GoogleAnswer {
  /** The line that asks. */
  line: string;
  documented: string;
  method: 'GET' | 'POST';
  url: string;
  good: { status: number; json: object; headers?: Record<string, string> };
  bad: [answer: GoogleAnswer['good'], says: RegExp][];
}

const ruleset = (content: string) =>
  ok({
    name: `projects/${PROJECT}/rulesets/1`,
    source: { files: [{ name: 'firestore.rules', content, fingerprint: 'c2hh' }] },
    createTime: '2026-05-01T10:00:00.123456Z',
  });
const release = (name: string, rulesetId: string) =>
  ok({
    name: `projects/${PROJECT}/releases/${name}`,
    rulesetName: `projects/${PROJECT}/rulesets/${rulesetId}`,
    createTime: '2026-05-01T10:00:00Z',
    updateTime: '2026-05-01T10:00:01Z',
  });
const rules = 'https://firebase.google.com/docs/reference/rules/rest/v1';
const role = (role: string, number = NUMBER, more: object = {}) =>
  ok({
    version: 1,
    etag: 'BwWWja0YfJA=',
    bindings: [
      { role: 'roles/owner', members: ['user:owner@example.com'] },
      {
        role,
        members: [
          `serviceAccount:service-${number}@gcp-sa-firebasestorage.iam.gserviceaccount.com`,
        ],
        ...more,
      },
    ],
  });
const CROSS = 'roles/firebaserules.firestoreServiceAgent';
const identity = 'https://cloud.google.com/identity-platform/docs/reference/rest/v2';
const config = (domains: string[], signIn: object = {}, more: object = {}) =>
  ok({
    name: `projects/${NUMBER}/config`,
    signIn: { email: { enabled: false }, phoneNumber: {}, anonymous: {}, ...signIn },
    authorizedDomains: domains,
    client: { permissions: { disabledUserSignup: false, disabledUserDeletion: true } },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
    subtype: 'FIREBASE_AUTH',
    ...more,
  });
const DOMAINS = ['localhost', `${PROJECT}.firebaseapp.com`, `${PROJECT}.web.app`];
const providers = (...on: [string, boolean][]) =>
  ok({
    defaultSupportedIdpConfigs: on.map(([id, enabled]) => ({
      name: `projects/${NUMBER}/defaultSupportedIdpConfigs/${id}`,
      enabled,
      clientId: `${NUMBER}-abc.apps.googleusercontent.com`,
    })),
  });
const keys = 'https://cloud.google.com/api-keys/docs/reference/rest/v2';
const keyName = `projects/${NUMBER}/locations/global/keys/2c437be3`;
const key = (restrictions?: object) =>
  ok({
    name: keyName,
    uid: '2c437be3',
    displayName: 'Browser key',
    ...(restrictions && { restrictions }),
  });
const websites = (...allowedReferrers: string[]) => ({
  browserKeyRestrictions: { allowedReferrers },
});
const apis = (...names: string[]) => ({
  apiTargets: names.map((name) => ({ service: `${name}.googleapis.com` })),
});
const cors = JSON.parse(file('cors.json')) as object[];
const frame = (headers: Record<string, string> = {}, status = 200) => ({
  status,
  json: {},
  headers,
});

const DATABASE = `https://firestore.googleapis.com/v1/projects/${PROJECT}/databases/(default)`;
const database = (more: object = {}) =>
  ok({
    name: `projects/${PROJECT}/databases/(default)`,
    locationId: 'nam5',
    type: 'FIRESTORE_NATIVE',
    databaseEdition: 'STANDARD',
    deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
    ...more,
  });
const FUNCTIONS = ['requestCreated', 'requestChanged', 'everyHalfHour', 'everyHour', 'everyDay'];
const functions = (stateOfLast: string) =>
  ok({
    functions: FUNCTIONS.map((name, index) => ({
      name: `projects/${PROJECT}/locations/us-central1/functions/${name}`,
      environment: 'GEN_2',
      state: index === FUNCTIONS.length - 1 ? stateOfLast : 'ACTIVE',
      serviceConfig: {
        environmentVariables: { ALERT_FROM: 'site@example.com', ALERT_TO: 'Ann <ann@example.com>' },
      },
    })),
  });

const smtpUrl = (url: string) => ok({ payload: { data: Buffer.from(url).toString('base64') } });

export const GOOGLE_ANSWERS: GoogleAnswer[] = [
  {
    line: 'Access token',
    documented:
      'https://cloud.google.com/sdk/gcloud/reference/auth/application-default/print-access-token',
    method: 'POST',
    url: 'https://www.googleapis.com/oauth2/v1/tokeninfo',
    good: ok({
      issued_to: '32555940559.apps.googleusercontent.com',
      expires_in: 3420,
      access_type: 'offline',
    }),
    bad: [
      [
        { status: 400, json: { error: 'invalid_token', error_description: 'Invalid Value' } },
        /FAIL.* has run out/,
      ],
      [unauthenticated, /FAIL.* has run out/],
      [error(503, 'UNAVAILABLE', 'Try again.'), /UNKNOWN.* does not tell.*\n.*→ try again/],
    ],
  },
  {
    line: 'Firestore',
    documented:
      'https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases/get',
    method: 'GET',
    url: DATABASE,
    good: database(),
    bad: [
      [notFound, /FAIL.* no database named \(default\)/],
      [off, /UNKNOWN.* answers 403.*\n.*→ run: npm run setup -- --project demo-cabinets/],
      [
        database({ databaseEdition: 'ENTERPRISE' }),
        /FAIL.* FIRESTORE_NATIVE, ENTERPRISE edition, .*: make another project/,
      ],
      [database({ type: 'DATASTORE_MODE' }), /FAIL.* is DATASTORE_MODE, STANDARD edition/],
      [
        database({ deleteProtectionState: 'DELETE_PROTECTION_DISABLED' }),
        /FAIL.* not protected against deletion.*\n.*→ run: npm run setup -- --project demo-cabinets/,
      ],
    ],
  },
  {
    line: 'Firestore',
    documented:
      'https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.backupSchedules',
    method: 'GET',
    url: `${DATABASE}/backupSchedules`,
    good: ok({ backupSchedules: [{ name: 'a', retention: '604800s', dailyRecurrence: {} }] }),
    bad: [
      [ok({}), /FAIL.* no daily backup/],
      [
        ok({
          backupSchedules: [
            { name: 'a', retention: '604800s', weeklyRecurrence: { day: 'MONDAY' } },
          ],
        }),
        /FAIL.* no daily backup/,
      ],
      [
        ok({ backupSchedules: [{ name: 'a', retention: '518400s', dailyRecurrence: {} }] }),
        /FAIL.* each daily backup is kept for 6 days, and not for 7.*\n.*run: npm run setup/,
      ],
    ],
  },
  {
    line: 'Mail',
    documented:
      'https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions/list',
    method: 'GET',
    url: `https://cloudfunctions.googleapis.com/v2/projects/${PROJECT}/locations/-/functions?pageSize=100`,
    good: functions('ACTIVE'),
    bad: [
      [ok({}), /FAIL.* requestCreated does not run; requestChanged does not run; everyHalfHour/],
      [functions('FAILED'), /FAIL.* everyDay does not run \(not tried yet\)/],
    ],
  },
  {
    line: 'Mail settings',
    documented:
      'https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions/access',
    method: 'GET',
    url: `https://secretmanager.googleapis.com/v1/projects/${PROJECT}/secrets/SMTP_URL/versions/latest:access`,
    good: smtpUrl('smtps://me:secret@mail.example.com:465'),
    bad: [
      [smtpUrl('smtps://me:a#b@mail.example.com'), /FAIL.* SMTP_URL has a character .* # as %23/],
      [smtpUrl('smtps://me:a/b@mail.example.com'), /FAIL.* \/ as %2F/],
      [smtpUrl('mail.example.com'), /FAIL.* SMTP_URL does not begin with smtps:\/\//],
      [notFound, /FAIL.* SMTP_URL does not begin/],
      [denied, /UNKNOWN.* 403: .*\n.*→ .* role roles\/secretmanager.secretAccessor /],
    ],
  },
  {
    line: 'Firestore rules',
    documented: `${rules}/projects.releases/get`,
    method: 'GET',
    url: `https://firebaserules.googleapis.com/v1/projects/${PROJECT}/releases/cloud.firestore`,
    good: release('cloud.firestore', 'firestore'),
    bad: [
      [notFound, /FAIL.* no rules are deployed/],
      [
        denied,
        /UNKNOWN.* 403: The caller does not have permission.*\n.*→ .* role roles\/firebaserules.viewer /,
      ],
      [unauthenticated, /UNKNOWN.* 401: .*\n.*→ run: export GOOGLE_ACCESS_TOKEN=/],
    ],
  },
  {
    line: 'Firestore rules',
    documented: `${rules}/projects.rulesets/get`,
    method: 'GET',
    url: `https://firebaserules.googleapis.com/v1/projects/${PROJECT}/rulesets/firestore`,
    good: ruleset(file('firestore.rules').replaceAll('\n', '\r\n')),
    bad: [
      [
        ruleset("rules_version = '2';"),
        /FAIL.* deployed at 2026-05-01T10:00:01Z differ from firestore.rules/,
      ],
    ],
  },
  {
    line: 'Storage rules',
    documented: `${rules}/projects.releases/get`,
    method: 'GET',
    url: `https://firebaserules.googleapis.com/v1/projects/${PROJECT}/releases/firebase.storage/${BUCKET}`,
    good: release(`firebase.storage/${BUCKET}`, 'storage'),
    bad: [[notFound, /FAIL.* no rules are deployed/]],
  },
  {
    line: 'Storage rules',
    documented: `${rules}/projects.rulesets/get`,
    method: 'GET',
    url: `https://firebaserules.googleapis.com/v1/projects/${PROJECT}/rulesets/storage`,
    good: ruleset(file('storage.rules')),
    bad: [[ruleset(file('firestore.rules')), /FAIL.* differ from storage.rules/]],
  },
  {
    line: 'Storage asks Firestore',
    documented: 'https://cloud.google.com/resource-manager/reference/rest/v3/projects/get',
    method: 'GET',
    url: `https://cloudresourcemanager.googleapis.com/v3/projects/${PROJECT}`,
    good: ok({ name: `projects/${NUMBER}`, projectId: PROJECT, state: 'ACTIVE' }),
    bad: [
      [
        off,
        /UNKNOWN.* 403: .*\n.*→ run: npm run setup -- --project demo-cabinets, which turns this API on/,
      ],
    ],
  },
  {
    line: 'Storage asks Firestore',
    documented: 'https://cloud.google.com/resource-manager/reference/rest/v3/projects/getIamPolicy',
    method: 'POST',
    url: `https://cloudresourcemanager.googleapis.com/v3/projects/${PROJECT}:getIamPolicy`,
    good: role(CROSS),
    bad: [
      [role('roles/firebasestorage.serviceAgent'), /FAIL.* lacks the role roles\/firebaserules/],
      [role(CROSS, '7'), /FAIL/],
      [
        role(CROSS, NUMBER, {
          condition: { expression: 'request.time < timestamp("2026-01-01")' },
        }),
        /FAIL/,
      ],
    ],
  },
  {
    line: 'Storage',
    documented: 'https://cloud.google.com/storage/docs/json_api/v1/buckets/get',
    method: 'GET',
    url: `https://storage.googleapis.com/storage/v1/b/${BUCKET}?fields=cors`,
    good: ok({ cors: cors.map((entry) => Object.fromEntries(Object.entries(entry).toReversed())) }),
    bad: [
      [ok({}), /FAIL.* it has no CORS.*\n.*→ run: npm run setup/],
      [notFound, /FAIL.* there is no bucket demo-cabinets/],
      [
        ok({ cors: [{ ...cors[0], origin: ['https://a.example'] }] }),
        /FAIL.* not those of cors.json, but .*a\.example/,
      ],
    ],
  },
  {
    line: 'Authorised domains',
    documented: `${identity}/projects/getConfig`,
    method: 'GET',
    url: `https://identitytoolkit.googleapis.com/admin/v2/projects/${PROJECT}/config`,
    good: config(DOMAINS),
    bad: [
      [
        config(['localhost']),
        /FAIL.* demo-cabinets.web.app is not listed; demo-cabinets.firebaseapp.com is not/,
      ],
      [
        error(404, 'NOT_FOUND', 'CONFIGURATION_NOT_FOUND'),
        /FAIL.* Authentication is not turned on/,
      ],
    ],
  },
  {
    line: 'Sign-in providers',
    documented: `${identity}/Config#SignInConfig`,
    method: 'GET',
    url: `https://identitytoolkit.googleapis.com/admin/v2/projects/${PROJECT}/config`,
    good: config(DOMAINS),
    bad: [
      [config(DOMAINS, { email: { enabled: true, passwordRequired: true } }), /FAIL.* email is on/],
      [config(DOMAINS, {}, { client: { permissions: {} } }), /FAIL.* can delete their account/],
      [config(DOMAINS, {}, { emailPrivacyConfig: {} }), /FAIL.* whether an address has an account/],
    ],
  },
  {
    line: 'Sign-in providers',
    documented: `${identity}/projects.defaultSupportedIdpConfigs/list`,
    method: 'GET',
    url: `https://identitytoolkit.googleapis.com/admin/v2/projects/${PROJECT}/defaultSupportedIdpConfigs?pageSize=100`,
    good: providers(['google.com', true], ['facebook.com', false]),
    bad: [
      [ok({}), /FAIL.* Google is off/],
      [
        providers(['google.com', false], ['facebook.com', true]),
        /FAIL.* Google is off; facebook.com is on/,
      ],
    ],
  },
  {
    line: 'API key',
    documented: `${keys}/keys/lookupKey`,
    method: 'GET',
    url: `https://apikeys.googleapis.com/v2/keys:lookupKey?keyString=${KEY}`,
    good: ok({ parent: `projects/${NUMBER}/locations/global`, name: keyName }),
    bad: [
      [
        ok({ parent: 'projects/7/locations/global', name: keyName }),
        /FAIL.* it is of another project/,
      ],
      [ok({ parent: `projects/${NUMBER}/locations/global` }), /FAIL.* the project has no key /],
    ],
  },
  {
    line: 'API key',
    documented: `${keys}/projects.locations.keys#Restrictions`,
    method: 'GET',
    url: `https://apikeys.googleapis.com/v2/${keyName}`,
    good: key({
      ...websites(`https://${PROJECT}.web.app/*`, `*.firebaseapp.com/*`),
      ...apis('identitytoolkit', 'securetoken', 'firestore', 'storage'),
    }),
    bad: [
      [
        key(websites(`${PROJECT}.web.app`, `http://${PROJECT}.firebaseapp.com`)),
        /FAIL.* list of websites lacks demo-cabinets.firebaseapp.com/,
      ],
      [
        key(websites(`https://${PROJECT}.web.app/work/*`, '*.firebaseapp.com')),
        /FAIL.* list of websites lacks demo-cabinets.web.app/,
      ],
      [
        key(apis('identitytoolkit', 'firestore')),
        /FAIL.* list of APIs lacks securetoken.googleapis.com/,
      ],
      [
        key({ serverKeyRestrictions: { allowedIps: ['198.51.100.1'] } }),
        /FAIL.* restricted to server callers/,
      ],
    ],
  },
  {
    line: 'Sign-in frame',
    documented: 'https://firebase.google.com/docs/auth/web/redirect-best-practices',
    method: 'GET',
    url: `https://${PROJECT}.firebaseapp.com/__/auth/iframe`,
    good: frame(),
    bad: [
      [frame({ 'X-Frame-Options': 'DENY' }), /FAIL.* X-Frame-Options/],
      [
        frame({ 'Content-Security-Policy': "frame-ancestors 'none'" }),
        /FAIL.* do not allow the site/,
      ],
      [frame({}, 404), /FAIL.* answers 404/],
    ],
  },
];
