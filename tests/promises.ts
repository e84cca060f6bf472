/**
 * The one map of the tests: which files keep which promise, and what proves it. `npm run test:touched` runs by it what a
 * change may break (tests/touched.ts), and `npm run promises` writes it into docs/testing.md. Tests hold it: each tracked
 * file has a row, each row a test, or says why it has none, and each test a promise.
 *
 * Names are the beginnings of paths. The row with the longest name that fits a file is the file's own. What `npm test`
 * runs anyway is not repeated here for its own sake: a wide row names what looks at all of the site.
 */

/**
 * What the files of a row promise, in plain words, each with its proofs: tests, what other runs consist of, or a command.
 * `tests` are others that a change may break.
 */
interface Tested {
  promises?: Record<string, string[]>;
  tests?: string[];
}

export type Row = { of: string[] } & (Tested | { none: string });

const MOVES = ['tests/start/shift', 'tests/start/firstScreen'];
const STATES = ['page', 'request', 'review', 'owner'].map((of) => `tests/screens/${of}States`);

export const ROWS: Row[] = [
  // The page, feature by feature.
  {
    of: ['src/request/', 'src/shared/form/', 'src/shared/leaveGuard', 'machines/requestForm'],
    promises: {
      'The form: fields, limits, hints, drafts, pictures': ['tests/request/'],
      'What was in the form at the press arrives or is named': [
        'tests/request/whatWasChosen.test',
        'tests/request/runForm.test',
      ],
      'A page that is translated, filled in or composed on: the screen is what is sent': [
        'tests/request/foreignHands.spec',
        'tests/request/formTextFields.test',
        'tests/request/composition.spec',
        'tests/screens/requestStates.spec',
        'tests/lint/ownElementForText.test',
      ],
      'The literal texts while a request is sent, and after it': [
        'tests/request/sendingScreens.test',
        'tests/request/sending.spec',
      ],
      'What a request is on the server: its fields, `files`, names, thumbnails': [
        'tests/request/sending.spec',
        'tests/firebase/firestore.test',
        'tests/pictures/prepareImage.test',
      ],
    },
    tests: ['tests/delivery/saving'],
  },
  {
    of: ['src/domain/subject'],
    promises: {
      'What a request is about is the first line of its description': ['tests/domain/subject.test'],
    },
    tests: ['tests/domain/', 'tests/functions/'],
  },
  {
    of: ['src/outbox/', 'sw/deliverInWorker', 'sw/tellPages'],
    promises: {
      'No lead is lost or doubled: [the 25 faults](outbox.md#the-faults-and-their-proof), each with its test':
        ['tests/delivery/'],
      '… every fault at every call, every status at every step, every call twice': [
        'tests/delivery/faults.test',
        'tests/delivery/answers.test',
        'tests/delivery/copies.test',
      ],
      '… 1,000 random schedules of faults and deaths, which see a planted loss': [
        'npm run soak',
        'tests/delivery/soak.test',
      ],
      '… workers killed, pages reloaded, networks cut': [
        'tests/delivery/schedules.spec',
        'tests/delivery/killedTab.spec',
        'tests/engines/',
      ],
      'Uploads that something on the way refuses for good are told': [
        'tests/delivery/onTheWay.test',
      ],
      'A page that is left lets go of its locks and its database, and goes on when it comes back': [
        'tests/delivery/leftPage.test',
      ],
      'What is on the device is read with care, and goes when it is sent': [
        'tests/delivery/damagedRecords.test',
        'tests/delivery/recordings.test',
        'tests/recordings/',
        'tests/delivery/privacy.spec',
        'tests/hostile/caches.spec',
      ],
      '… a session at another host, a draft that nobody touches for a week': [
        'tests/delivery/refusals.test',
        'tests/delivery/draftExpiry.test',
      ],
    },
    tests: ['tests/waiting/', 'tests/request/sending'],
  },
  {
    of: ['src/waiting/', 'src/shared/sendingTexts', 'src/shared/waitingTexts'],
    promises: {
      'What waits, was sent or was refused is told once, in every tab': ['tests/waiting/'],
    },
    tests: ['tests/screens/requestStates', 'tests/request/sending'],
  },
  {
    of: ['src/gallery/', 'src/shared/works/', 'src/lib/pageCache', 'sw/otherRendering'],
    promises: {
      'The gallery: order, live, offline, hundreds of works': [
        'tests/gallery/',
        'tests/firebase/firestore.test',
      ],
    },
    tests: ['tests/screens/pageStates', 'tests/start/reads'],
  },
  {
    of: ['src/work/'],
    promises: {
      'The work’s page, its pictures and its reviews': [
        'tests/work/',
        'tests/gallery/pictures.spec',
        'tests/reviews/list.test',
      ],
    },
    tests: ['tests/screens/pageStates', 'tests/hostile/works'],
  },
  {
    of: ['src/reviews/', 'src/signIn/', 'machines/reviewArea'],
    promises: {
      'One review per person and work, kept until it is accepted': [
        'tests/reviews/',
        'tests/rules/rules.test',
      ],
      'Signing in, by Google alone; the token’s synchronisation': [
        'tests/reviews/signIn',
        'tests/reviews/placesWithoutSignIn.test',
      ],
    },
    tests: ['tests/screens/reviewStates', 'tests/owner/access'],
  },
  {
    of: ['src/landing/', 'src/shared/business/', 'src/contract/business', 'src/shared/hero.json'],
    promises: {
      'Landing page: texts, tiles, links, WhatsApp by device': [
        'tests/landing/',
        'tests/start/withoutScripts.spec',
      ],
      'What the owner gives stands there, what is not given does not': [
        'tests/landing/facts',
        'tests/build/businessFile.test',
      ],
    },
    tests: ['tests/screens/pageStates', 'tests/screens/header', ...MOVES],
  },
  {
    of: ['src/update/', 'machines/appVersion', 'sw/routes'],
    promises: {
      'The stored version: dialog, countdown, one reload': [
        'tests/update/appVersion.model.test',
        'tests/update/newWorker.spec',
      ],
      'A new worker or build never interrupts, and loses nothing typed': [
        'tests/update/',
        'tests/engines/',
      ],
    },
    tests: ['tests/start/'],
  },
  {
    of: ['src/pictures/'],
    promises: {
      'What a chosen picture becomes before it is sent': ['tests/pictures/'],
      'A photo becomes a work’s pictures: upright, without metadata, in three widths': [
        'tests/pictures/prepareWorkPicture.test',
        'tests/pictures/workPreparation.test',
        'tests/owner/publish.spec',
      ],
    },
    tests: ['tests/request/sending'],
  },
  {
    of: ['src/owner/', 'machines/ownerAccess', 'machines/workEditor'],
    promises: {
      'The owner’s page: whole works or none, whatever ends the tab; who may; two owners at once': [
        'tests/owner/',
        'tests/rules/rules.test',
        'tests/screens/ownerStates.spec',
      ],
      'One work among a thousand is found; what waits for the next build is said': [
        'tests/owner/find.spec',
        'tests/owner/nextBuild.test',
      ],
    },
  },
  { of: ['src/domain/work'], tests: ['tests/owner/', 'tests/tools/galleryAdd', 'tests/build/'] },
  // What all of it stands on: the looks of every screen, or what starts every page.
  {
    of: ['src/ui/', 'src/shared/PageHead', 'src/shared/ToLanding', 'src/shared/loading/'],
    promises: {
      'Every state of every screen fits, reads and can be reached: small windows, large text, axe, keyboard, motion, colours':
        ['tests/screens/'],
    },
    tests: MOVES,
  },
  {
    of: ['src/start/', 'src/app/', 'src/shared/services', 'sw/', 'index.html', 'src/contract/'],
    promises: {
      'How pages start: prerendered, by the worker, installed, without scripts': ['tests/start/'],
      'First paint, bytes, requests, layout shift': [
        'tests/start/firstPaint.spec',
        'tests/start/repeatVisit.spec',
        'tests/start/reads.spec',
        'tests/start/shift.spec',
        'npm run bench',
        'tests/bench/',
        'tests/floor/',
      ],
      'Routes, hashes, 404, search engines’ facts': [
        'tests/start/prerender.spec',
        'tests/start/navigation.spec',
        'tests/landing/facts',
        'tests/work/work.spec',
      ],
      'A link that was changed on its way still opens the form': [
        'tests/start/meantAddress.test',
        'tests/start/changedLinks.spec',
      ],
      'Without a feature, or with it broken, the form opens and a request arrives': [
        'tests/start/optionalFeatures.spec',
        'tests/delivery/exclusively.test',
        'tests/engines/',
      ],
      'A start that has failed says so, with the ways to call; a slow one does not': [
        'tests/start/failedStart.spec',
      ],
    },
    tests: ['tests/update/', 'tests/build/', 'tests/screens/pageStates'],
  },
  {
    of: ['src/domain/', 'src/lib/', 'machines/', 'src/env.d.ts'],
    promises: {
      'No text, pasted or in a link, takes more than linear time': [
        'tests/domain/linear.test',
        'tests/lint/linearPatterns.test',
        'tests/request/pasted.spec',
      ],
      'Cleaned texts, the names of a work’s files': ['tests/domain/'],
      'What the page says of the network is true, whatever `navigator.onLine` says': [
        'tests/lib/',
        'tests/gallery/offline.spec',
      ],
    },
    tests: [
      'tests/request/',
      'tests/reviews/',
      'tests/delivery/',
      'tests/owner/',
      'tests/pictures/',
    ],
  },
  {
    of: ['src/firebase/'],
    promises: { 'What is read from and written to Firebase': ['tests/firebase/'] },
    tests: ['tests/gallery/', 'tests/reviews/', 'tests/delivery/answers', 'tests/owner/'],
  },
  // What is deployed beside the page.
  {
    of: ['firestore.rules', 'storage.rules'],
    promises: {
      'Who may do what: each row allowed or denied; each guard decides a row': [
        'tests/rules/',
        'npm run test:official',
      ],
    },
    tests: ['tests/delivery/refusals', 'tests/owner/', 'tests/reviews/posting'],
  },
  { of: ['firestore.indexes.json', 'cors.json'], tests: ['tests/tools/doctor', 'backend/tests/'] },
  {
    of: ['firebase.json', 'public/'],
    promises: {
      'What somebody sends or stores to do harm harms no page': [
        'tests/hostile/',
        'backend/tests/storage/hostile.test',
      ],
    },
    tests: ['tests/start/', 'backend/tests/hosting', 'tests/build/'],
  },
  {
    of: ['functions/'],
    promises: {
      'The owner hears of every lead': [
        'tests/functions/',
        'functions/test/',
        'npm run test:official',
      ],
    },
  },
  // What builds, serves and sets up.
  {
    of: ['tools/build/'],
    promises: {
      'The build, its budgets and its policy': ['tests/build/', 'tests/hostile/policy.spec'],
      'The oldest Chromiums that start the app': [
        'tests/build/oldestEngines.test',
        'npm run test:oldest',
        'tests/oldest/',
      ],
    },
    tests: ['tests/start/', 'tests/tools/doctor'],
  },
  {
    of: ['tools/start/', 'tools/entry.cjs'],
    promises: {
      '`npm start`': ['tests/tools/npmStart'],
      '… interrupted, refused by the system, on an old Node: a sentence, and the next one is ready':
        [
          'tests/tools/entry.test',
          'tests/tools/explain.test',
          'tests/build/replaceFolder.test',
          'tests/nodes/',
        ],
    },
    tests: ['tests/tools/'],
  },
  {
    of: ['tools/'],
    promises: {
      'Setup, doctor and the owner’s other tools': ['tests/tools/', 'tests/build/beforeDeploy'],
    },
  },
  {
    of: ['tools/lint/', '.oxlintrc.json'],
    promises: { 'The layers; the lint rules of texts and patterns': ['tests/lint/'] },
  },
  { of: ['tools/seed/'], tests: ['tests/tools/siteBackend', 'tests/screens/pageStates'] },
  { of: ['tools/dataPage/'], tests: ['tests/tools/siteBackend', 'tests/screens/pageStates'] },
  { of: ['backend/auth/'], tests: ['backend/tests/auth', 'tests/reviews/', 'tests/owner/access'] },
  { of: ['backend/hosting/'], tests: ['backend/tests/hosting', 'tests/start/', 'tests/hostile/'] },
  { of: ['backend/rules/'], tests: ['backend/tests/rules/', 'tests/rules/'] },
  {
    of: ['backend/storage/'],
    tests: [
      'backend/tests/storage/',
      'tests/delivery/',
      'tests/waiting/',
      'tests/request/sending',
      'tests/owner/publish',
    ],
  },
  {
    of: ['backend/'],
    promises: {
      'The embedded backend, by raw HTTP and the real SDK': ['backend/tests/'],
      '… and never kinder than Google’s': ['tests/official/', 'npm run test:official'],
    },
    tests: ['tests/gallery/', 'tests/reviews/', 'tests/delivery/'],
  },
  {
    of: ['package.json', 'package-lock.json', 'vite.config.ts'],
    tests: ['tests/build/', 'tests/start/', 'tests/tools/npmStart', 'tests/tools/entry'],
  },
  // What is told and what is held by other means.
  {
    of: [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'docs/',
      'backend/README.md',
    ],
    promises: { 'These documents: what they name is there': ['tests/docs/'] },
  },
  { of: ['.githooks/'], tests: ['tests/tools/commitMessage'] },
  { of: ['.ci/', '.github/'], none: 'what they run is what is tested' },
  {
    of: ['.editorconfig', '.gitattributes', '.gitignore', '.npmrc'],
    none: 'no program of ours reads it',
  },
  { of: ['.prettierignore', '.prettierrc.json', 'LICENSE'], none: 'no program of ours reads it' },
  { of: ['findings/'], none: 'it runs packages of others, without ours' },
  {
    of: ['tsconfig.json', 'src/tsconfig.json', 'sw/tsconfig.json'],
    none: 'the compiler is its test',
  },
  { of: ['backend/tsconfig.json', 'tests/tsconfig.json'], none: 'the compiler is its test' },
  // Tests. One is its own, and what several use is proven by those that use it.
  { of: ['tests/', 'backend/tests/', 'functions/test/'], tests: ['tests/', 'backend/tests/'] },
  { of: ['tests/screens/'], tests: STATES },
  { of: ['tests/functions/deployed'], tests: ['tests/functions/'] },
  { of: ['tests/delivery/soak', 'tests/delivery/workerHeap'], tests: ['tests/delivery/'] },
  { of: ['tests/bench/', 'tests/floor/'], none: 'a benchmark is run by hand' },
  {
    of: ['tests/engines/', 'tests/nodes/', 'tests/official/run', 'tests/oldest/'],
    none: 'they are runs of their own',
  },
  {
    of: ['tests/run', 'vitest.config.ts', 'tests/playwright.config.ts'],
    none: 'each run is its test',
  },
  { of: ['tests/recordings/'], tests: ['tests/delivery/recordings'] },
];
