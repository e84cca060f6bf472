/**
 * The layers of the house, from the bottom to the top: who may import whom. The rule `layers/one-way` holds it
 * (oneWay.js), and a test compares it with the table in docs/architecture.md.
 *
 * `folders` and `imports` name folders, with all that lies in them, and single files. A file may always
 * import from its own folder, and nothing from the other folders of its layer. It belongs to the layer with the
 * longest name that fits; tests and configuration files belong to none.
 *
 * @typedef {{
 *   folders: string[],
 *   imports: string[] | typeof ALL_ABOVE,
 *   packages: string[] | typeof ANY,
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
  'src/ports',
  'src/ui',
  'src/shared',
];

/** @type {Layer[]} */
export const LAYERS = [
  { folders: ['src/domain'], imports: [], packages: [] },
  { folders: ['src/lib'], imports: [], packages: ['idb'] },
  { folders: ['src/contract'], imports: [], packages: [] },
  { folders: ['machines'], imports: ['src/domain'], packages: ['xstate'] },
  { folders: ['src/pictures'], imports: ['src/domain', 'src/lib'], packages: [] },
  { folders: ['src/ports'], imports: ['src/domain', 'machines'], packages: [] },
  { folders: ['src/firebase'], imports: [], packages: ['firebase'] },
  {
    folders: ['src/firebase/rest'],
    imports: ['src/domain', 'src/lib', 'src/ports', 'src/firebase/config.ts'],
    packages: ['valibot'],
  },
  {
    folders: ['src/reviews/ports.ts'],
    imports: ['src/domain', 'src/ports', 'machines'],
    packages: [],
  },
  {
    folders: ['src/gallery/data', 'src/reviews/data'],
    imports: [
      'src/domain',
      'src/lib',
      'src/contract',
      'src/ports',
      'src/reviews/ports.ts',
      'src/firebase',
      'src/firebase/rest',
    ],
    packages: ['firebase'],
  },
  {
    folders: ['src/outbox'],
    imports: ['src/domain', 'src/lib', 'src/contract', 'src/pictures', 'src/ports', ...REST],
    packages: ['idb', 'valibot'],
  },
  { folders: ['src/ui'], imports: ['src/domain', 'src/lib', 'src/ports'], packages: REACT },
  {
    folders: ['src/shared'],
    imports: [
      'src/domain',
      'src/lib',
      'src/contract',
      'src/ports',
      'src/reviews/ports.ts',
      'src/ui',
    ],
    packages: REACT,
  },
  {
    folders: ['src/landing', 'src/work', 'src/request', 'src/waiting', 'src/update'],
    imports: SCREEN_PART,
    packages: [...REACT, ...MACHINES, 'workbox-window'],
  },
  {
    folders: ['src/gallery'],
    imports: [...SCREEN_PART, 'src/firebase', 'src/gallery/data'],
    packages: [...REACT, ...MACHINES],
  },
  {
    folders: ['src/signIn'],
    imports: ['src/domain', 'src/lib', 'machines', 'src/firebase', 'src/ui'],
    packages: REACT,
  },
  {
    folders: ['src/reviews'],
    imports: [
      ...SCREEN_PART,
      'src/firebase',
      'src/signIn',
      'src/reviews/ports.ts',
      'src/reviews/data',
    ],
    packages: [...REACT, ...MACHINES, 'firebase'],
  },
  { folders: ['src/app'], imports: ALL_ABOVE, packages: REACT },
  { folders: ['src/start'], imports: ALL_ABOVE, packages: [...REACT, 'xstate'] },
  // A build of its own. It stands below the site's own start, so that nothing of the site imports it.
  {
    folders: ['src/owner'],
    imports: [...SCREEN_PART, 'src/firebase', 'src/firebase/rest', 'src/signIn'],
    packages: [...REACT, ...MACHINES, 'firebase', 'idb', 'valibot'],
  },
  {
    folders: ['sw'],
    imports: [
      'src/domain',
      'src/lib',
      'src/contract',
      'src/pictures',
      'src/ports',
      'src/outbox',
      ...REST,
      'src/shared/hero.json',
    ],
    packages: [
      'workbox-core',
      'workbox-expiration',
      'workbox-precaching',
      'workbox-routing',
      'workbox-strategies',
    ],
  },
  { folders: ['backend'], imports: [], packages: ANY },
  // `npm start` runs it as well, so that the site's own package.json has these, too.
  {
    folders: ['functions/src/core'],
    imports: [],
    packages: ['libphonenumber-js', 'node:url'],
  },
  { folders: ['functions'], imports: ['functions/src/core'], packages: ANY },
  {
    folders: ['tools'],
    imports: [
      'src/domain',
      'src/contract',
      'src/ports',
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
