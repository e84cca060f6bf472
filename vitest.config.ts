import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What a browser loads: it speaks WebChannel, as the local Firestore does; Node's speaks gRPC. */
const FIRESTORE = './node_modules/@firebase/firestore/dist/index.esm.js';

export default defineConfig({
  resolve: {
    alias: [
      {
        // Not what is below it: `firebase/firestore/lite`.
        find: /^firebase\/firestore$/,
        replacement: fileURLToPath(new URL(FIRESTORE, import.meta.url)),
      },
    ],
  },
  test: {
    environment: 'node',
    include: ['{tests/{unit,models,rules,delivery,commands,tools},backend/tests}/**/*.test.ts'],
    // Some start a backend or a build; on a busy two-core machine those take seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
