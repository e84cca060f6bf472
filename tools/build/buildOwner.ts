/** Builds the owner's page, beside the visitors' site: in one build with it, it would change the visitors' files. */
import path from 'node:path';
import { build, type LogLevel, type Plugin } from 'vite';

interface OwnerBuild {
  root: string;
  /** The folder of the built site. The page goes to `owner` within it. */
  outDir: string;
  logLevel: LogLevel;
  /** The compile-time constants of the site. */
  define: Record<string, string>;
  /** The host of the page that the sign-in embeds as a frame. */
  authDomain: string;
}

/** Where the page is served. */
const BASE = '/owner/';

export async function buildOwner({
  root,
  outDir,
  logLevel,
  define,
  authDomain,
}: OwnerBuild): Promise<void> {
  await build({
    root: path.join(root, 'src/owner'),
    configFile: path.join(root, 'vite.config.ts'),
    configLoader: 'runner',
    // The `.env` of the project.
    envDir: root,
    base: BASE,
    plugins: [narrowedTo(authDomain)],
    logLevel,
    publicDir: false,
    define,
    build: {
      outDir: path.join(outDir, BASE),
      emptyOutDir: true,
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
