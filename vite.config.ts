import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

/** No `VITE_FIREBASE_*` variable set means local mode: the page talks to the backend in `backend/`. */
export function isLocalMode(env: Record<string, string | undefined>): boolean {
  return !Object.entries(env).some(([name, value]) => name.startsWith('VITE_FIREBASE_') && value);
}

/** React, and what Vite adds where a part is loaded later, which would be a request of its own. */
const REACT =
  /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler)[\\/]|src[\\/]start[\\/]react\.ts$|vite[\\/]preload-helper/;
const ROUTER = new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url);

export default defineConfig(({ mode }) => {
  const env = { ...loadEnv(mode, process.cwd(), 'VITE_'), ...process.env };
  return {
    plugins: [react()],
    define: { __LOCAL__: JSON.stringify(isLocalMode(env)), __SERVICE_TYPES__: '[]' },
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
        // Evaluated in a task of its own, before the app (src/start/gate.ts).
        output: {
          codeSplitting: {
            groups: [{ name: 'react', test: REACT }],
          },
        },
      },
    },
  };
});
