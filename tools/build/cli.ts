/** `npm run build` and `npm run sitemap`. */
import { SiteUrlError } from '../../src/domain/siteOrigin';
import { ConfigError } from '../../src/firebase/config';
import { buildSite } from './build';
import { listWorks } from './sitemap';

const [command, folder = 'dist'] = process.argv.slice(2);
try {
  if (command === 'sitemap') console.log(await listWorks(folder));
  else await buildSite({ logLevel: 'info' });
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof SiteUrlError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
