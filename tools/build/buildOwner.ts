/** Builds the owner's page, beside the visitors' site: in one build with it, it would change the visitors' files. */
import path from 'node:path';
import { build, type LogLevel, type Plugin } from 'vite';
import { BUILT_META, type Built } from '../../src/contract/built';
import { buildInlined } from './prerender';

interface OwnerBuild {
  root: string;
  /** The folder of the built site. The page goes to `owner` within it. */
  outDir: string;
  logLevel: LogLevel;
  define: Record<string, string>;
  /** The host of the page that the sign-in embeds as a frame. */
  authDomain: string;
  /** Whether the page asks a backend on this machine, and not Google. */
  local: boolean;
  built: Built;
}

const BASE = '/owner/';

/**
 * The hosts that the page asks first: for a new token, for the account, for the lists. Their connections are opened
 * while the scripts come.
 */
const ASKED_FIRST = [
  'https://securetoken.googleapis.com',
  'https://identitytoolkit.googleapis.com',
  'https://firestore.googleapis.com',
];

export async function buildOwner({
  root,
  outDir,
  logLevel,
  define,
  authDomain,
  local,
  built,
}: OwnerBuild): Promise<void> {
  await build({
    root: path.join(root, 'src/owner'),
    configFile: path.join(root, 'vite.config.ts'),
    configLoader: 'native',
    // The `.env` of the project.
    envDir: root,
    base: BASE,
    plugins: [
      narrowedTo(authDomain),
      connectedTo(local ? [] : ASKED_FIRST),
      telling(built),
      gated(await buildInlined(root, 'src/owner/gate.ts', true)),
    ],
    logLevel,
    publicDir: false,
    define,
    build: {
      outDir: path.join(outDir, BASE),
      emptyOutDir: true,
      // Nothing is shown before the scripts have run, so all are asked for at once.
      modulePreload: { polyfill: false },
      // Kilobytes. One person opens it, and the SDK is most of it.
      chunkSizeWarningLimit: 1000,
    },
  });
}

/** The policy of all sites lets in every project's sign-in frame; a page narrows it to its own (tools/build/prerender.ts). */
const narrowedTo = (authDomain: string): Plugin => ({
  name: 'sign-in-frame',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: {
        'http-equiv': 'Content-Security-Policy',
        content: `frame-src https://${authDomain}`,
      },
      injectTo: 'head-prepend',
    },
  ],
});

const telling = (built: Built): Plugin => ({
  name: 'build-told',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { name: BUILT_META, content: encodeURIComponent(JSON.stringify(built)) },
      injectTo: 'head',
    },
  ],
});

const gated = (children: string): Plugin => ({
  name: 'gate',
  transformIndexHtml: () => [{ tag: 'script', children, injectTo: 'body' }],
});

const connectedTo = (origins: string[]): Plugin => ({
  name: 'connected-early',
  transformIndexHtml: () =>
    origins.map((href) => ({
      tag: 'link',
      // The SDK's requests carry no cookies, and such requests have connections of their own.
      attrs: { rel: 'preconnect', href, crossorigin: true },
      injectTo: 'head-prepend',
    })),
});
