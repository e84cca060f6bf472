import { fileURLToPath } from 'node:url';
import { FolderInUse, lock } from '../../backend/persistence/folderLock';
import { ConfigError } from '../../src/firebase/config';
import { ToolError } from '../toolErrors';
import { systemProblem } from '../systemErrors';
import { buildSite } from './build';

const EXPECTED = [ConfigError, FolderInUse, ToolError];

try {
  await lock(fileURLToPath(new URL('../../dist.lock', import.meta.url)));
  await buildSite({ logLevel: 'info' });
} catch (error) {
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  const message = isExpected ? (error as Error).message : systemProblem(error);
  if (message === undefined) throw error;
  console.error(message);
  process.exitCode = 1;
}
