/** All steps of `npm run setup`, in their order. */
import * as files from './setupFiles';
import * as google from './setupGoogle';
import type { Step } from './step';

const FIRESTORE = 'https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases';
const IDENTITY = 'https://cloud.google.com/identity-platform/docs/reference/rest/v2';

export const STEPS: readonly Step[] = [
  {
    title: 'APIs',
    needs: [],
    documented:
      'Service Usage API v1: services.list, batchEnable, https://cloud.google.com/service-usage/docs/reference/rest/v1/services/batchEnable',
    ...google.apis,
  },
  {
    title: 'Firestore',
    needs: ['APIs'],
    documented: `Firestore API v1: databases.get, create, ${FIRESTORE}`,
    ...google.firestore,
  },
  {
    title: 'Delete protection',
    needs: ['Firestore'],
    documented: `Firestore API v1: databases.patch, ${FIRESTORE}`,
    ...google.deleteProtection,
  },
  {
    title: 'Daily backups',
    needs: ['Firestore'],
    documented: `Firestore API v1: backupSchedules.list, create, patch, ${FIRESTORE}.backupSchedules`,
    ...google.backups,
  },
  {
    title: 'Storage',
    needs: ['APIs'],
    documented:
      'Cloud Storage for Firebase API v1alpha: defaultBucket, https://firebase.google.com/docs/reference/rest/storage/rest/v1alpha/projects.defaultBucket',
    ...google.bucket,
  },
  {
    title: 'CORS of the bucket',
    needs: ['Storage'],
    documented:
      'Cloud Storage JSON API v1: buckets.get, patch, https://cloud.google.com/storage/docs/json_api/v1/buckets',
    ...google.cors,
  },
  {
    title: 'Storage asks Firestore',
    needs: ['Storage'],
    documented:
      'Cloud Resource Manager API v3: projects.getIamPolicy, setIamPolicy, https://cloud.google.com/resource-manager/reference/rest/v3/projects',
    ...google.crossService,
  },
  {
    title: 'Web app',
    needs: ['APIs'],
    documented:
      'Firebase Management API v1beta1: webApps.list, create, getConfig, https://firebase.google.com/docs/reference/firebase-management/rest/v1beta1/projects.webApps',
    ...google.webApp,
  },
  { title: '.env', needs: ['Storage', 'Web app'], ...files.envFile },
  { title: 'Your files', needs: [], ...files.ownFiles },
  { title: 'version/current', needs: ['.env', 'Firestore'], ...files.versionDocument },
  {
    title: 'configurations',
    needs: ['.env', 'Firestore', 'Your files'],
    ...files.configurationDocument,
  },
  {
    title: 'Sign-in with Google',
    needs: ['APIs'],
    documented: `Identity Toolkit API v2 (admin): getConfig, defaultSupportedIdpConfigs.get, ${IDENTITY}/projects/getConfig`,
    ...google.signIn,
  },
  {
    title: 'Accounts stay',
    needs: ['Sign-in with Google'],
    documented: `Identity Toolkit API v2 (admin): updateConfig, ${IDENTITY}/projects/updateConfig`,
    ...google.selfDeletion,
  },
  {
    title: 'Private addresses',
    needs: ['Sign-in with Google'],
    documented: `Identity Toolkit API v2 (admin): updateConfig, EmailPrivacyConfig, ${IDENTITY}/Config`,
    ...google.emailPrivacy,
  },
  {
    title: 'Authorised domains',
    needs: ['Sign-in with Google'],
    documented: `Identity Toolkit API v2 (admin): updateConfig, ${IDENTITY}/projects/updateConfig`,
    ...google.authorisedDomains,
  },
];
