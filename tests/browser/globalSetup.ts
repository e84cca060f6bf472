import { IS_BUILT, buildTestSite } from '../testSite';

/** Lets `npx playwright test` run on its own: builds the site unless `npm test` has. */
export default async function globalSetup(): Promise<void> {
  if (process.env[IS_BUILT] !== '1') await buildTestSite();
}
