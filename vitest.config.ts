import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/{unit,models,rules,local,tools}/**/*.test.ts'],
    // Some start a backend or a build; on a busy two-core machine those take seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
