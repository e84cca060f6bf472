/**
 * Stands for `re2js`, 39 kB of a page's scripts (brotli): Firestore's full SDK (since 4.16) imports this engine of regular
 * expressions for pipelines that it evaluates itself. Nothing of ours makes a pipeline (docs/dependencies.md).
 */
export const RE2JS = {
  compile(): never {
    throw new Error(
      'Pipelines of Firestore need re2js, which this build leaves out (vite.config.ts).',
    );
  },
};
