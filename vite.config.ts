import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { businessConstants, readBusiness } from './tools/build/businessFile.ts';
import { siteOriginFrom } from './tools/build/siteOrigin.ts';

/** In local mode no `VITE_FIREBASE_*` variable is set, and the page talks to the backend in `backend/`. */
function isLocalMode(env: Record<string, string | undefined>): boolean {
  return !Object.entries(env).some(([name, value]) => name.startsWith('VITE_FIREBASE_') && value);
}

/** React, and Vite's helper for parts that are loaded later, which would otherwise be a request of its own. */
const REACT =
  /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler)[\\/]|vite[\\/]preload-helper/;
/** Small modules that the app and its later parts share: one file, one request. */
const SMALL =
  /src[\\/](lib[\\/](?!webStorage|readableDate|inspection)\w+|domain[\\/](constants|validation|cleanText|requestFields)|shared[\\/](business[\\/](CallLink|businessFacts|contactLinks)|services|form[\\/]requestFormState))\.tsx?$/;
/** Small modules that only parts behind the first screen share. */
const LATER =
  /src[\\/](lib[\\/](webStorage|readableDate|inspection)|shared[\\/]leaveGuard|update[\\/]reloadedFor)\.ts$/;
/** As the replacement of a pattern: a `$` in the project's path means itself. */
const pathOf = (file: string) =>
  fileURLToPath(new URL(file, import.meta.url)).replaceAll('$', '$$$$');
const ROUTER = pathOf('node_modules/react-router/dist/production/index.mjs');

/**
 * A short name for a class or an animation of a CSS module: the module by a hash of its path, then the place in its file.
 * Names are in the HTML and in the scripts. Those that Vite makes took 600 bytes more of either, and how well they were
 * compressed changed with each build.
 */
function shortName(name: string, file: string, css: string): string {
  const path = relative(fileURLToPath(new URL('.', import.meta.url)), file.replace(/\?.*/, ''));
  const module = createHash('sha256').update(path.replaceAll('\\', '/')).digest('base64url');
  const names = [...new Set(css.match(/(?<=[.]|@keyframes )[A-Za-z_][\w-]*/g))];
  if (!names.includes(name)) throw new Error(`${path}: ${name} is not found.`);
  return `_${module.slice(0, 4)}${names.indexOf(name).toString(36)}`;
}

/**
 * React Router gives a name for React's developer tools to each of its components, also in its production build. That keeps
 * those that nobody uses, with what they call: 1.7 kB (brotli) of forms and of parts for server components.
 */
const routerOfUsedParts: Plugin = {
  name: 'router-of-used-parts',
  apply: 'build',
  transform: {
    filter: { id: /node_modules[\\/]react-router[\\/]/ },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = .*$/gm, '')
        .replace(/(?<== )React\d*\.(forwardRef|createContext)\(/g, '/* @__PURE__ */ $&'),
  },
};

/** During development the owner's page (tools/build/buildOwner.ts) is one more page of the same server. */
const ownerInDevelopment: Plugin = {
  name: 'owner-in-development',
  configureServer({ middlewares }) {
    middlewares.use((req, res, next) => {
      if (!/^\/owner\/?([?#]|$)/.test(req.url ?? '')) return next();
      res.writeHead(302, { Location: '/src/owner/index.html' }).end();
    });
  },
};

export default defineConfig(({ mode }) => {
  const env = { ...loadEnv(mode, process.cwd(), 'VITE_'), ...process.env };
  return {
    plugins: [react(), ownerInDevelopment, routerOfUsedParts],
    define: {
      __LOCAL__: JSON.stringify(isLocalMode(env)),
      // The build puts the stored ones here (tools/build/build.ts).
      __SERVICE_TYPES__: '[]',
      __SITE_ORIGIN__: JSON.stringify(siteOriginFrom(env)),
      ...businessConstants(readBusiness()),
    },
    resolve: {
      alias: [
        // React has this hook since version 18. XState imports a replacement for older versions.
        { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
        { find: /^re2js$/, replacement: pathOf('src/firebase/noRe2.ts') },
        // The package offers only its development build to bundlers, so its production build is named here.
        ...(mode === 'production' ? [{ find: /^react-router$/, replacement: ROUTER }] : []),
      ],
    },
    ...(mode === 'production' && { css: { modules: { generateScopedName: shortName } } }),
    server: { port: 5173, strictPort: true },
    // The live gallery's worker. Vite leaves the comments with licences in workers, although it takes them out of pages.
    worker: { rolldownOptions: { output: { comments: false } } },
    build: {
      target: 'es2022',
      // The oldest browsers that start the app (docs/systems.md).
      cssTarget: ['chrome85', 'firefox79', 'safari14.1'],
      outDir: 'dist',
      // Our scripts run after the first paint. Preloading them would compete with the first picture.
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        // React is a file of its own, so that it is evaluated in a task of its own, before the app (src/start/gate.ts).
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: REACT },
              { name: 'small', test: SMALL },
              { name: 'later', test: LATER },
            ],
          },
        },
      },
    },
  };
});
