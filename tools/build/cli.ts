/** `npm run build`: builds the site that is deployed. */
import { SiteUrlError } from './siteOrigin';
import { ConfigError } from '../../src/firebase/config';
import { buildSite, UnreadError } from './build';
import { BusinessError } from './businessFile';

const EXPECTED = [ConfigError, SiteUrlError, BusinessError, UnreadError];

try {
  await buildSite({ logLevel: 'info' });
} catch (error) {
  if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
