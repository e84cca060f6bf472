import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DescribedWork } from '../../tools/gallery/workDocument';

/** `pictures/manifest.json`: the eight works and the files beside it that show them. */
export interface PictureManifest {
  works: DescribedWork[];
}

const FOLDER = new URL('./pictures/', import.meta.url);

/** Kept for the life of the process: tests seed a fresh backend each, from the same bytes. */
const files = new Map<string, Buffer>();
let manifest: PictureManifest | undefined;

export function readManifest(): PictureManifest {
  if (manifest) return manifest;
  const path = fileURLToPath(new URL('manifest.json', FOLDER));
  if (!existsSync(path)) throw new Error(`The pictures of the seed are missing: ${path}`);
  manifest = JSON.parse(readFileSync(path, 'utf8')) as PictureManifest;
  return manifest;
}

export function readPicture(name: string): Buffer {
  const bytes = files.get(name) ?? readFileSync(new URL(name, FOLDER));
  files.set(name, bytes);
  return bytes;
}
