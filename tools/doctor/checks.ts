/** Every line of `npm run doctor`, in its order. */
import { NEW_TOKEN } from '../googleProject';
import type { Check } from './check';
import * as documents from './documents';
import * as google from './google';
import { requestEndToEnd } from './request';
import * as signIn from './signIn';
import * as site from './site';

const IDENTITY = 'Identity Toolkit API v2 (admin)';
const REST = 'https://cloud.google.com/identity-platform/docs/reference/rest/v2';
const RULES =
  'Firebase Rules API v1: releases.get, rulesets.get, https://firebase.google.com/docs/reference/rules/rest';

/** Does again what is missing, and nothing else. */
const SETUP = 'npm run setup -- --project PROJECT';

export const CHECKS: readonly Check[] = [
  {
    title: 'Environment',
    needs: [],
    check: documents.environment,
    mend: `${SETUP} with the id of your project writes .env`,
  },
  {
    title: 'Access token',
    needs: ['Environment'],
    documented:
      'Google OAuth 2.0 tokeninfo: https://cloud.google.com/sdk/gcloud/reference/auth/application-default/print-access-token',
    check: google.accessToken,
    mend: NEW_TOKEN,
  },
  {
    title: 'Firestore',
    needs: ['Access token'],
    documented:
      'Cloud Firestore API v1 (admin): databases.get, databases.backupSchedules.list, https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases',
    check: google.database,
    local: documents.localFirestore,
    mend: `${SETUP}; locally: npm start`,
  },
  {
    title: 'Storage',
    needs: ['Access token'],
    documented:
      'Cloud Storage JSON API v1: buckets.get, https://cloud.google.com/storage/docs/json_api/v1/buckets',
    check: google.bucket,
    local: documents.localStorage,
    mend: `${SETUP}; locally: npm start`,
  },
  {
    title: 'Firestore rules',
    needs: ['Firestore'],
    documented: RULES,
    check: google.rulesAre('firestore.rules', () => 'cloud.firestore'),
    mend: 'npx -y firebase-tools deploy --project PROJECT --only firestore',
  },
  {
    title: 'Storage rules',
    needs: ['Storage'],
    documented: RULES,
    check: google.rulesAre(
      'storage.rules',
      ({ storageBucket }) => `firebase.storage/${storageBucket}`,
    ),
    mend: 'npx -y firebase-tools deploy --project PROJECT --only storage',
  },
  {
    title: 'Storage asks Firestore',
    needs: ['Access token'],
    documented:
      'Cloud Resource Manager API v3: projects.get, getIamPolicy, https://cloud.google.com/resource-manager/reference/rest/v3/projects',
    check: google.crossService,
    mend: SETUP,
  },
  {
    title: 'Authorised domains',
    needs: ['Access token'],
    documented: `${IDENTITY}: projects.getConfig, ${REST}/projects/getConfig`,
    check: signIn.authorisedDomains,
    mend: `${SETUP}; a domain of your own: console, Authentication, Settings, Authorised domains`,
  },
  {
    title: 'Sign-in providers',
    needs: ['Access token'],
    documented: `${IDENTITY}: getConfig, defaultSupportedIdpConfigs.list, ${REST}/projects.defaultSupportedIdpConfigs`,
    check: signIn.signInProviders,
    mend: `console, Authentication, Sign-in method: Google on, everything else off; then ${SETUP}`,
  },
  {
    title: 'API key',
    needs: ['Access token'],
    documented:
      'API Keys API v2: keys.lookupKey, keys.get, https://cloud.google.com/api-keys/docs/reference/rest/v2',
    check: signIn.apiKey,
    mend: 'console of Google Cloud, APIs & Services, Credentials: the restrictions docs/deploy.md allows, or none',
  },
  {
    title: 'Site',
    needs: ['Environment'],
    check: site.answers,
    mend: 'npm run build && npx -y firebase-tools deploy --project PROJECT --only hosting; locally: npm start',
  },
  {
    title: 'Headers and policy',
    needs: ['Site'],
    check: site.headers,
    mend: 'deploy the site by the Firebase CLI with this firebase.json; nothing in front may change headers',
  },
  {
    title: 'Worker',
    needs: ['Site'],
    check: site.worker,
    mend: 'npm run build && npx -y firebase-tools deploy --project PROJECT --only hosting; nothing in front may keep /sw.js',
  },
  {
    title: 'Sign-in frame',
    needs: ['Environment'],
    documented:
      'the page that the Auth SDK embeds: https://firebase.google.com/docs/auth/web/redirect-best-practices',
    check: signIn.frame,
    mend: 'PROJECT.firebaseapp.com as VITE_FIREBASE_AUTH_DOMAIN; no X-Frame-Options for /__/** where it is served',
  },
  {
    title: 'version/current',
    needs: ['Firestore rules'],
    check: documents.version,
    mend: `${SETUP} where it is missing; else npm run version:set -- VERSION`,
  },
  {
    title: 'configurations',
    needs: ['Firestore rules'],
    check: documents.configuration,
    mend: `${SETUP} where it is missing; else npm run services:set -- services.json`,
  },
  {
    title: 'Mail',
    needs: ['Access token'],
    documented:
      'Cloud Functions API v2: functions.list, https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions',
    check: google.mail,
    mend: 'npx -y firebase-tools deploy --project PROJECT --only functions',
  },
  {
    title: 'A request, end to end',
    needs: ['configurations', 'Storage rules', 'Storage asks Firestore', 'Mail'],
    check: requestEndToEnd,
    mend: 'rules and permissions take minutes to arrive: try again; then what the service said tells more',
  },
  {
    title: 'Nothing made up',
    needs: ['Site'],
    check: site.nothingMadeUp,
    local: site.madeUpHere,
    mend: 'npm run build names each, and what replaces it; then build again and deploy',
  },
];
