/**
 * The layers of the house, from the bottom to the top: who may import whom. The rule `layers/one-way` holds it
 * (oneWay.js), and a test compares it with the table in docs/architecture.md.
 *
 * `folders` and `imports` name folders, with all that lies in them, and single files; a `*` stands for any folder. A file
 * may always import from its own folder, and nothing from the other folders of its layer. It belongs to the layer with
 * the longest name that fits; tests and configuration files belong to none.
 *
 * `doors` are the only files of the layer that others may import; without it, others may import every file. There are no
 * files that only hand on what others have: they would draw code that is loaded late into the first scripts.
 *
 * @typedef {{
 *   folders: string[],
 *   imports: string[] | typeof ALL_ABOVE,
 *   packages: string[] | typeof ANY,
 *   doors?: string[],
 * }} Layer
 */

/** Every layer that stands above in this table. */
export const ALL_ABOVE = 'all of the above';
/** Whatever its package.json names. */
export const ANY = 'any package';

const REACT = ['react', 'react-dom', 'react-router-dom'];
const MACHINES = ['xstate', '@xstate/react'];
/** What needs no DOM, so it runs in the page, in the worker and in Node. */
const REST = ['src/firebase/rest', 'src/firebase/config.ts'];
const SCREEN_PART = [
  'src/domain',
  'src/lib',
  'src/contract',
  'machines',
  'src/pictures',
  'src/*/port.ts',
  'src/ui',
  'src/shared',
];

/** @type {Layer[]} */
export const LAYERS = [
  { folders: ['src/domain'], imports: [], packages: [] },
  { folders: ['src/lib'], imports: [], packages: ['idb'] },
  { folders: ['src/contract'], imports: [], packages: [] },
  {
    folders: ['machines'],
    imports: ['src/domain'],
    packages: ['xstate'],
    doors: [
      'machines/appVersion.ts',
      'machines/ownerAccess.ts',
      'machines/requestForm.ts',
      'machines/requestFormContext.ts',
      'machines/requestFormView.ts',
      'machines/reviewArea.ts',
      'machines/workEditor.ts',
      'machines/workEditorContext.ts',
    ],
  },
  {
    folders: ['src/pictures'],
    imports: ['src/domain', 'src/lib'],
    packages: [],
    doors: [
      'src/pictures/header.ts',
      'src/pictures/imageTypes.ts',
      'src/pictures/page/pageCanvas.ts',
      'src/pictures/page/previewTurn.ts',
      'src/pictures/page/workPreparation.ts',
      'src/pictures/placeholderThumbnail.ts',
      'src/pictures/pq.ts',
      'src/pictures/prepareImage.ts',
      'src/pictures/prepareWorkPicture.ts',
      'src/pictures/worker/workerCanvas.ts',
    ],
  },
  {
    folders: ['src/*/port.ts'],
    imports: ['src/domain', 'src/lib', 'machines'],
    packages: [],
  },
  { folders: ['src/firebase'], imports: [], packages: ['firebase'] },
  {
    folders: ['src/firebase/rest'],
    imports: ['src/domain', 'src/lib', 'src/*/port.ts', 'src/firebase/config.ts'],
    packages: ['valibot'],
  },
  {
    folders: ['src/gallery/data', 'src/reviews/data'],
    imports: [
      'src/domain',
      'src/lib',
      'src/contract',
      'src/*/port.ts',
      'src/firebase',
      'src/firebase/rest',
    ],
    packages: ['firebase'],
  },
  {
    folders: ['src/outbox'],
    imports: ['src/domain', 'src/lib', 'src/contract', 'src/pictures', 'src/*/port.ts', ...REST],
    packages: ['idb', 'valibot'],
    doors: ['src/outbox/page/pageOutbox.ts', 'src/outbox/worker/workerOutbox.ts'],
  },
  { folders: ['src/ui'], imports: ['src/domain', 'src/lib'], packages: REACT },
  {
    folders: ['src/shared'],
    imports: ['src/domain', 'src/lib', 'src/contract', 'src/*/port.ts', 'src/ui'],
    packages: REACT,
  },
  {
    folders: ['src/landing', 'src/work', 'src/request', 'src/waiting', 'src/update'],
    imports: SCREEN_PART,
    packages: [...REACT, ...MACHINES, 'workbox-window'],
    doors: [
      'src/landing/Landing.tsx',
      'src/landing/NotFound.tsx',
      'src/landing/SiteLayout.tsx',
      'src/work/WorkPage.tsx',
      'src/request/RequestDialog.tsx',
      'src/request/lazyRequestForm.ts',
      'src/waiting/WaitingNotice.tsx',
      'src/update/AppVersion.tsx',
      'src/update/safety.ts',
      'src/update/startWorker.ts',
    ],
  },
  {
    folders: ['src/gallery'],
    imports: [...SCREEN_PART, 'src/firebase', 'src/gallery/data'],
    packages: [...REACT, ...MACHINES],
    doors: ['src/gallery/AllWorks.tsx', 'src/gallery/Gallery.tsx', 'src/gallery/feed.ts'],
  },
  {
    folders: ['src/signIn'],
    imports: ['src/domain', 'src/lib', 'machines', 'src/firebase', 'src/ui'],
    packages: REACT,
  },
  {
    folders: ['src/reviews'],
    imports: [...SCREEN_PART, 'src/firebase', 'src/signIn', 'src/reviews/data'],
    packages: [...REACT, ...MACHINES, 'firebase'],
    doors: ['src/reviews/Reviews.tsx'],
  },
  {
    folders: ['src/app'],
    imports: ALL_ABOVE,
    packages: REACT,
    doors: ['src/app/App.tsx', 'src/app/createServices.ts'],
  },
  {
    folders: ['src/start'],
    imports: ALL_ABOVE,
    packages: [...REACT, 'xstate'],
    doors: ['src/start/prerender.tsx'],
  },
  // A build of its own. It stands below the site's own start, so that nothing of the site imports it.
  {
    folders: ['src/owner'],
    imports: [...SCREEN_PART, 'src/firebase', 'src/firebase/rest', 'src/signIn'],
    packages: [...REACT, ...MACHINES, 'firebase', 'idb', 'valibot'],
    doors: [],
  },
  {
    folders: ['sw'],
    imports: [
      'src/domain',
      'src/lib',
      'src/contract',
      'src/outbox',
      'src/firebase/config.ts',
      'src/shared/hero.json',
    ],
    packages: [
      'workbox-core',
      'workbox-expiration',
      'workbox-precaching',
      'workbox-routing',
      'workbox-strategies',
    ],
    doors: [],
  },
  {
    folders: ['backend'],
    imports: [],
    packages: ANY,
    doors: [
      'backend/backend.ts',
      'backend/faults/types.ts',
      'backend/firestore/firestoreStore.ts',
      'backend/firestore/firestoreValues.ts',
      'backend/httpHelpers.ts',
      'backend/listening.ts',
      'backend/oneLine.ts',
      'backend/persistence/atomicFiles.ts',
      'backend/persistence/folderLock.ts',
      'backend/protoJson.ts',
      'backend/rules/rulesErrors.ts',
      'backend/storage/index.ts',
      'backend/stores.ts',
    ],
  },
  // `npm start` runs it as well, so that the site's own package.json has these, too.
  {
    folders: ['functions/src/core'],
    imports: [],
    packages: ['libphonenumber-js', 'node:url', 'node:zlib'],
  },
  { folders: ['functions'], imports: ['functions/src/core'], packages: ANY },
  {
    folders: ['tools'],
    imports: [
      'src/domain',
      'src/lib',
      'src/contract',
      'src/pictures',
      ...REST,
      'src/shared/hero.json',
      'src/start/prerender.tsx',
      'backend',
      'functions/src/core',
      'vite.config.ts',
    ],
    packages: ANY,
  },
];
