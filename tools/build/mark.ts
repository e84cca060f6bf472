/** The mark that a build leaves at its end: for which project, and of which sources it is. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Everything that a build reads from this checkout; a folder includes all files within it. */
const SOURCES = [
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
  'business.json',
  'firebase.json',
  'index.html',
  'machines',
  'package-lock.json',
  'public',
  'src',
  'sw',
  'tools/build',
  'tools/toolErrors.ts',
  'tools/ownersJson.ts',
  'tools/openPicture.ts',
  'tools/pool.ts',
  'tools/terminal.ts',
  'tools/seed/business.json',
  'vite.config.ts',
];

export interface BuildMark {
  /** The project of the build; null for a build for the local backend. */
  project: string | null;
  /** The result of `hashOfSources` at the beginning of the build. */
  sources: string;
  /** The parts that could not be read from the project and are missing in the pages. */
  unread: string[];
}

/** The mark's file. It is not deployed, because firebase.json ignores names that start with a dot. */
const fileIn = (folder: string) => path.join(folder, '.build.json');

export function leaveMark(folder: string, mark: BuildMark): void {
  writeFileSync(fileIn(folder), JSON.stringify(mark));
}

/** The mark of the build in a folder; undefined if no build has finished there. */
export function markIn(folder: string): BuildMark | undefined {
  const file = fileIn(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildMark) : undefined;
}

/** A hash that changes with every byte and every file name of the sources, and of what lies at the `more` paths. */
export function hashOfSources(root = ROOT, more: string[] = []): string {
  const hash = createHash('sha256');
  for (const file of [...SOURCES, ...more].flatMap((name) => filesBelow(root, name))) {
    const bytes = readFileSync(path.join(root, file));
    hash.update(`${file}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

function filesBelow(root: string, name: string): string[] {
  const place = path.join(root, name);
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [name];
  const isHidden = (entry: string) => entry.startsWith('.');
  const entries = readdirSync(place).filter((entry) => !isHidden(entry));
  return entries.toSorted().flatMap((entry) => filesBelow(root, `${name}/${entry}`));
}
