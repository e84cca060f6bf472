/** A local backend with the owner's tools in front of it, and photos made for them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { startBackend, type Backend } from '../../local/backend';
import { fromFields } from '../../local/protoJson';
import type { GalleryWork } from '../../src/domain/types';
import { runTool } from '../../tools/run';
import { createTerminal } from '../../tools/terminal';

export interface Bench {
  backend: Backend;
  /** Given up after the test. */
  folder: string;
  /** Runs a command; `output` is all that it said. */
  run(...args: string[]): Promise<{ code: number; output: string }>;
  /** Writes a file into the folder; returns its path. */
  file(name: string, content: string | Buffer): string;
  /** Writes a photo of this size and colour; `orientation` is the EXIF tag. */
  photo(name: string, options?: PhotoOptions): Promise<string>;
  work(id: string): GalleryWork | undefined;
  /** Names of the stored files of a work. */
  pictures(id: string): string[];
  /** Names of the objects that were uploaded, as often as they were. */
  uploads(): string[];
  stop(): Promise<void>;
}

export interface PhotoOptions {
  width?: number;
  height?: number;
  colour?: { r: number; g: number; b: number };
  orientation?: number;
}

export const NOW = new Date('2026-06-01T12:00:00.000Z');

export async function openBench(): Promise<Bench> {
  const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
  const backend = await startBackend({ host: '127.0.0.1', ports, faults: true, quiet: true });
  const folder = mkdtempSync(join(tmpdir(), 'tools-'));
  const env = {
    LOCAL_HOST: '127.0.0.1',
    VITE_LOCAL_FIRESTORE_PORT: String(backend.ports.firestore),
    VITE_LOCAL_STORAGE_PORT: String(backend.ports.storage),
  };
  const file = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  return {
    backend,
    folder,
    file,
    async run(...args) {
      let output = '';
      const out = { write: (text: string) => (output += text) };
      const terminal = createTerminal(out, out, false);
      const code = await runTool(args, { env, terminal, now: () => NOW, wait: async () => {} });
      return { code, output };
    },
    async photo(name, { width = 1200, height = 900, colour, orientation } = {}) {
      const background = colour ?? { r: 90, g: 120, b: 110 };
      const image = sharp({ create: { width, height, channels: 3, background } }).jpeg();
      const exif = orientation === undefined ? image : image.withMetadata({ orientation });
      return file(name, await exif.toBuffer());
    },
    work(id) {
      const stored = backend.firestore.get(`gallery/${id}`);
      return stored ? (fromFields(stored.fields) as unknown as GalleryWork) : undefined;
    },
    pictures: (id) =>
      backend.storage
        .list()
        .map(({ name }) => name)
        .filter((name) => name.startsWith(`gallery/${id}/`)),
    uploads: () =>
      backend.requests
        .filter(
          ({ headers, status }) =>
            headers['x-goog-upload-protocol'] === 'multipart' && status !== null,
        )
        .map(({ url }) => new URLSearchParams(url.slice(url.indexOf('?'))).get('name') ?? ''),
    async stop() {
      await backend.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
