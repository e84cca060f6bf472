/** Builds the site in a process of its own. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MADE_UP } from '../../tools/build/businessFile';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const FIREBASE = {
  VITE_FIREBASE_API_KEY: 'AIza-not-a-key',
  VITE_FIREBASE_AUTH_DOMAIN: 'sign-in.example',
  VITE_FIREBASE_PROJECT_ID: 'cabinets-of-a-test',
  VITE_FIREBASE_STORAGE_BUCKET: 'bucket-of-a-test',
  VITE_FIREBASE_APP_ID: '1:2:web:3',
};

/** Runs `buildSite` in a process of its own, with no `VITE_*` variable but these. */
export async function runBuild(
  variables: Record<string, string>,
  outDir?: string,
  options: { needsBackend?: boolean } = {},
): Promise<{ code: number | null; output: string }> {
  const script = `import('./tools/build/build.ts')
    .then(({ buildSite }) => buildSite(${JSON.stringify({ outDir, businessFile: MADE_UP, ...options })}))
    .catch((error) => { console.error(error.message); process.exitCode = 1; });`;
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITE|NODE_ENV)/.test(name));
  const require = createRequire(import.meta.url);
  const tsx = join(dirname(require.resolve('tsx/package.json')), 'dist', 'cli.mjs');
  const child = spawn(process.execPath, [tsx, '--eval', script], {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), ...variables },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, output };
}
