/** A local backend with the owner's tools in front of it, and photos made for them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { startSiteBackend } from '../../tools/start/siteBackend';
import { fromFields } from '../../backend/protoJson';
import type { GalleryWork } from '../../src/domain/types';
import type { RequestFields } from '../../src/domain/requestFields';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { createMemoryStore } from '../../src/outbox/store/memoryStore';
import { runCommand } from '../../tools/commands';
import { createTerminal } from '../../tools/terminal';
import { depsFor, image, saveSample } from '../support/sampleRequests';

export type Scene = Awaited<ReturnType<typeof openScene>>;

interface PhotoOptions {
  width?: number;
  height?: number;
  colour?: { r: number; g: number; b: number };
  orientation?: number;
}

const NOW = new Date('2026-06-01T12:00:00.000Z');

type Surroundings = Omit<NonNullable<Parameters<typeof runCommand>[1]>, 'terminal'>;

/** Runs a command, which waits for nothing; `output` is all that it said. */
export async function runTool(args: string[], surroundings: Surroundings) {
  let output = '';
  const out = { write: (text: string) => (output += text) };
  const terminal = createTerminal(out, out);
  const code = await runCommand(args, { wait: async () => {}, ...surroundings, terminal });
  return { code, output };
}

/** What a command is to end with: its exit code, and a part of what it has said. */
export const ending = (code: number, said: string | RegExp) => ({
  code,
  output: typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said),
});

/** With `siteDir`, that folder is served as the built site. */
export async function openScene(siteDir?: string) {
  const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
  const options = { host: '127.0.0.1', ports, faults: true, quiet: true };
  const backend = await startSiteBackend({ ...options, ...(siteDir !== undefined && { siteDir }) });
  const folder = mkdtempSync(join(tmpdir(), 'tools-'));
  const env = {
    LOCAL_HOST: '127.0.0.1',
    HOSTING_PORT: String(backend.ports.hosting),
    VITE_LOCAL_FIRESTORE_PORT: String(backend.ports.firestore),
    VITE_LOCAL_STORAGE_PORT: String(backend.ports.storage),
  };
  /** Writes a file into the folder; returns its path. */
  const file = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  let sent = 0;
  return {
    backend,
    env,
    /** Given up after the test. */
    folder,
    file,
    run: (...args: string[]) => runTool(args, { env, now: () => NOW }),
    /** Sends a request as the page does, with two pictures where a seed for them is given. */
    async send(change: Partial<RequestFields> = {}, seed = 0) {
      const deps = depsFor(backend.ports, createMemoryStore(), (sent += 1));
      const images = seed === 0 ? [] : [image(40_000, seed), image(20_000, seed + 1)];
      await saveSample(deps, images, change);
      await createDeliverer(deps).deliver();
    },
    /** Writes a photo of this size and colour; `orientation` is the EXIF tag. */
    async photo(name: string, options: PhotoOptions = {}) {
      const { width = 1200, height = 900, colour, orientation } = options;
      const background = colour ?? { r: 90, g: 120, b: 110 };
      const image = sharp({ create: { width, height, channels: 3, background } }).jpeg();
      const exif = orientation === undefined ? image : image.withMetadata({ orientation });
      return file(name, await exif.toBuffer());
    },
    work(id: string) {
      const stored = backend.firestore.get(`gallery/${id}`);
      return stored ? (fromFields(stored.fields) as unknown as GalleryWork) : undefined;
    },
    /** Names of the stored files of a work. */
    pictures: (id: string) =>
      backend.storage
        .list()
        .map(({ name }) => name)
        .filter((name) => name.startsWith(`gallery/${id}/`)),
    /** Names of the objects that were uploaded, as often as they were. */
    uploads: () =>
      backend.requests
        .filter(
          ({ headers, status }) =>
            headers['x-goog-upload-command'] === 'upload, finalize' && status !== null,
        )
        .map(({ url }) => new URLSearchParams(url.slice(url.indexOf('?'))).get('name') ?? ''),
    async stop() {
      await backend.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
