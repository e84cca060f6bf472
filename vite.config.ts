import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { businessConstants, readBusiness } from './tools/build/businessFile.ts';
import { siteOriginFrom } from './tools/build/siteOrigin.ts';

/** No `VITE_FIREBASE_*` variable set means local mode: the page talks to the backend in `backend/`. */
export function isLocalMode(env: Record<string, string | undefined>): boolean {
  return !Object.entries(env).some(([name, value]) => name.startsWith('VITE_FIREBASE_') && value);
}

/** React, and what Vite adds where a part is loaded later, which would be a request of its own. */
const REACT =
  /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler)[\\/]|vite[\\/]preload-helper/;
const ROUTER = new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url);

const SOURCES = new URL('src', import.meta.url);
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Names classes by a letter for the file and a number: every page has them in its styles and its markup. The
 * build of the page and that of its HTML count alike.
 */
function shortNames(): (name: string, file: string) => string {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.module.css'))
    .sort();
  const names = files.map(() => new Map<string, number>());
  return (name, file) => {
    const index = files.findIndex((each) => file.replaceAll('\\', '/').includes(`/src/${each}`));
    const ofFile = names[index]!;
    if (!ofFile.has(name)) ofFile.set(name, ofFile.size);
    const letter = LETTERS[index];
    if (letter === undefined) throw new Error('There are more style sheets than letters.');
    return `${letter}${ofFile.get(name)}`;
  };
}

export default defineConfig(({ mode }) => {
  const env = { ...loadEnv(mode, process.cwd(), 'VITE_'), ...process.env };
  return {
    plugins: [react()],
    define: {
      __LOCAL__: JSON.stringify(isLocalMode(env)),
      __SERVICE_TYPES__: '[]',
      __SITE_ORIGIN__: JSON.stringify(siteOriginFrom(env)),
      ...businessConstants(readBusiness()),
    },
    resolve: {
      alias: [
        // React has had the hook itself since version 18; XState brings a stand-in for older ones.
        { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
        // Bundlers are only offered its development build.
        ...(mode === 'production'
          ? [{ find: /^react-router$/, replacement: fileURLToPath(ROUTER) }]
          : []),
      ],
    },
    ...(mode === 'production' && { css: { modules: { generateScopedName: shortNames() } } }),
    server: { port: 5173, strictPort: true },
    build: {
      target: 'es2022',
      outDir: 'dist',
      // Our scripts come after paint; preloading them would compete with the first picture.
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        // Each is evaluated in a task of its own, before the app (src/start/gate.ts).
        output: {
          codeSplitting: {
            groups: [{ name: 'react', test: REACT }],
          },
        },
      },
    },
  };
});
