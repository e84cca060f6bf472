import { fileURLToPath } from 'node:url';
import { lock } from '../../backend/persistence/folderLock';
import { explain } from '../start/explain';
import { buildSite } from './build';

try {
  await lock(fileURLToPath(new URL('../../dist.lock', import.meta.url)));
  await buildSite({ logLevel: 'info' });
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
