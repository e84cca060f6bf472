import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `pictures/manifest.json`: the eight works and the files beside it that show them. */
export interface PictureManifest {
  works: ManifestWork[];
}

export interface ManifestWork {
  id: string;
  title: string;
  /** RFC 3339. */
  created: string;
  cover: ManifestImage & { thumb: string };
  before: ManifestImage[];
  after: ManifestImage[];
}

export interface ManifestImage {
  file: string;
  width: number;
  height: number;
  alt: string;
  sources: { file: string; width: number; type: string }[];
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
