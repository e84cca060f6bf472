import { buildTestSites } from './testSite';

/** Lets `npx playwright test -c tests` run on its own: builds the sites unless `npm test` has. */
export default buildTestSites;
