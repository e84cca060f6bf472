/** All checks, in the order of the doctor's lines. */
import { CLIENT_VERSION } from '../../src/domain/constants';
import { NEW_TOKEN } from '../toolErrors';
import type { Check } from './check';
import * as documents from './checkDocuments';
import * as google from './checkGoogle';
import * as checkMail from './checkMail';
import * as owners from './checkOwners';
import { leftovers } from './leftovers';
import { requestEndToEnd } from './checkRequest';
import * as signIn from './checkSignIn';
import * as site from './checkSite';

const IDENTITY = 'Identity Toolkit API v2 (admin)';
const REST = 'https://cloud.google.com/identity-platform/docs/reference/rest/v2';
const RULES =
  'Firebase Rules API v1: releases.get, rulesets.get, https://firebase.google.com/docs/reference/rules/rest';

/** Setup does only what is missing, so it can be run again at any time. */
const SETUP = 'run: npm run setup -- --project PROJECT';
const START = 'start the local backend in a second window: npm start';
const RESTART = 'stop npm start with Ctrl-C, and start it again';
const DEPLOY_SITE =
  'run: npm run build && npx -y firebase-tools@15 deploy --project PROJECT --only hosting';

export const CHECKS: readonly Check[] = [
  {
    title: 'Environment',
    needs: [],
    check: documents.environment,
    fix: `${SETUP} (with the id of your project): it writes .env`,
  },
  {
    title: 'Access token',
    needs: ['Environment'],
    documented:
      'Google OAuth 2.0 tokeninfo: https://cloud.google.com/sdk/gcloud/reference/auth/application-default/print-access-token',
    check: google.accessToken,
    fix: `run: ${NEW_TOKEN}`,
  },
  {
    title: 'Firestore',
    needs: ['Access token'],
    documented:
      'Cloud Firestore API v1 (admin): databases.get, databases.backupSchedules.list, https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases',
    check: google.database,
    local: documents.localFirestore,
    fix: SETUP,
    localFix: START,
  },
  {
    title: 'Storage',
    needs: ['Access token'],
    documented:
      'Cloud Storage JSON API v1: buckets.get, https://cloud.google.com/storage/docs/json_api/v1/buckets',
    check: google.bucket,
    local: documents.localStorage,
    fix: SETUP,
    localFix: START,
  },
  {
    title: 'Firestore rules',
    needs: ['Firestore'],
    documented: RULES,
    check: google.rulesAre('firestore.rules', () => 'cloud.firestore'),
    fix: 'run: npx -y firebase-tools@15 deploy --project PROJECT --only firestore',
  },
  {
    title: 'Storage rules',
    needs: ['Storage'],
    documented: RULES,
    check: google.rulesAre(
      'storage.rules',
      ({ storageBucket }) => `firebase.storage/${storageBucket}`,
    ),
    fix: 'run: npx -y firebase-tools@15 deploy --project PROJECT --only storage',
  },
  {
    title: 'Storage asks Firestore',
    needs: ['Access token'],
    documented:
      'Cloud Resource Manager API v3: projects.get, getIamPolicy, https://cloud.google.com/resource-manager/reference/rest/v3/projects',
    check: google.crossService,
    fix: SETUP,
  },
  {
    title: 'Authorised domains',
    needs: ['Access token'],
    documented: `${IDENTITY}: projects.getConfig, ${REST}/projects/getConfig`,
    check: signIn.authorisedDomains,
    fix: `${SETUP}; add a domain of your own in the Firebase console: Authentication, Settings, Authorised domains`,
  },
  {
    title: 'Sign-in providers',
    needs: ['Access token'],
    documented: `${IDENTITY}: getConfig, defaultSupportedIdpConfigs.list, ${REST}/projects.defaultSupportedIdpConfigs`,
    check: signIn.signInProviders,
    fix: `in the Firebase console, open Authentication, Sign-in method: turn Google on and everything else off; then ${SETUP}`,
  },
  {
    title: 'API key',
    needs: ['Access token'],
    documented:
      'API Keys API v2: keys.lookupKey, keys.get, https://cloud.google.com/api-keys/docs/reference/rest/v2',
    check: signIn.apiKey,
    fix: 'in the Google Cloud console, open APIs & Services, Credentials: set only the restrictions that docs/deploy.md ("The API key") allows, or none',
  },
  {
    title: 'Site',
    needs: ['Environment'],
    check: site.answers,
    fix: DEPLOY_SITE,
    localFix: START,
  },
  {
    title: 'Headers and policy',
    needs: ['Site'],
    check: site.headers,
    fix: `${DEPLOY_SITE}; no service in front of the site may change its headers`,
    localFix: RESTART,
  },
  {
    title: 'Live pages',
    needs: ['Site', 'Firestore'],
    check: site.livePages,
    fix: 'run: npx -y firebase-tools@15 deploy --project PROJECT --only functions; it may be called only if it is public (docs/deploy.md, "The live pages")',
    localFix: RESTART,
  },
  {
    title: 'Worker',
    needs: ['Site'],
    check: site.worker,
    fix: `${DEPLOY_SITE}; no service in front of the site may cache /sw.js`,
    localFix: RESTART,
  },
  {
    title: 'Sign-in frame',
    needs: ['Environment'],
    documented:
      'the page that the Auth SDK embeds: https://firebase.google.com/docs/auth/web/redirect-best-practices',
    check: signIn.frame,
    fix: 'write VITE_FIREBASE_AUTH_DOMAIN=PROJECT.firebaseapp.com into .env; no service in front of the site may add X-Frame-Options to /__/**',
  },
  {
    title: 'version/current',
    needs: ['Firestore rules'],
    check: documents.version,
    fix: `if it is missing, ${SETUP}; otherwise run: npm run version:set -- VERSION`,
    localFix: `run: npm run version:set -- ${CLIENT_VERSION} --local`,
  },
  {
    title: 'configurations',
    needs: ['Firestore rules'],
    check: documents.configuration,
    fix: `if it is missing, ${SETUP}; otherwise run: npm run services:set -- services.json`,
    localFix: 'run: npm run services:set -- tools/seed/services.json --local',
  },
  {
    title: 'Owners',
    needs: ['Firestore'],
    check: owners.owners,
    fix: 'run: npm run setup -- --owner ADDRESS (of your Google account, as /owner shows it after the sign-in: it keeps its first one)',
    localFix: 'run: npm run setup -- --owner owner@example.com --local',
  },
  {
    title: 'Quotes',
    needs: ['Firestore'],
    check: owners.quotes,
    fix: 'open /owner of the site, Reviews: press “Remove” at what is chosen and not there; then build again and deploy',
  },
  {
    title: 'Locks',
    needs: ['Firestore'],
    documented:
      'Cloud Firestore API v1: documents.batchGet, https://firebase.google.com/docs/firestore/reference/rest/v1/TransactionOptions',
    check: documents.locks,
    local: documents.locks,
    fix: 'read SECURITY.md ("Locks")',
  },
  {
    title: 'Indexes',
    needs: ['Firestore'],
    check: owners.indexes,
    fix: 'run: npx -y firebase-tools@15 deploy --project PROJECT --only firestore; Google then builds for some minutes',
    localFix: RESTART,
  },
  {
    title: 'Mail',
    needs: ['Access token'],
    documented:
      'Cloud Functions API v2: functions.list, https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions',
    check: checkMail.mail,
    fix: 'run: npx -y firebase-tools@15 deploy --project PROJECT --only functions',
  },
  {
    title: 'Mail settings',
    needs: ['Mail'],
    documented:
      'Secret Manager API v1: versions.access, https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions/access',
    check: checkMail.mailSettings,
    fix: 'store SMTP_URL again, or change ALERT_FROM and ALERT_TO in functions/.env.PROJECT (docs/deploy.md, action 6), then deploy the functions',
  },
  {
    title: 'A request, end to end',
    needs: ['configurations', 'Storage rules', 'Storage asks Firestore', 'Mail'],
    check: requestEndToEnd,
    fix: 'run npm run doctor again in some minutes, because rules and permissions take that long to arrive; if it fails again, the message of the service above says why',
  },
  {
    title: 'Nothing removed',
    needs: ['Site', 'Firestore'],
    check: leftovers,
    fix: DEPLOY_SITE,
    localFix: RESTART,
  },
  {
    title: 'Nothing made up',
    needs: ['Site'],
    check: site.nothingMadeUp,
    local: site.madeUpHere,
    fix: 'run npm run build: it names each one and how to replace it; then build again and deploy',
  },
];
