/** The mark that a build leaves at its end: which project it is for, and which sources it was made of. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** All that a build reads of this checkout; folders with all that is in them. */
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
  'tools/pool.ts',
  'tools/seed/business.json',
  'vite.config.ts',
];

export interface BuildMark {
  /** Null for a build that talks to the local backend. */
  project: string | null;
  /** What `hashOfSources` was when the build began. */
  sources: string;
  /** What could not be read from the project, and is missing in the pages. */
  unread: string[];
}

/** Hosting does not send it: firebase.json ignores names with a dot in front. */
const fileIn = (folder: string) => path.join(folder, '.build.json');

export function leaveMark(folder: string, mark: BuildMark): void {
  writeFileSync(fileIn(folder), JSON.stringify(mark));
}

/** The mark of the build in a folder; undefined where none has come to its end there. */
export function markIn(folder: string): BuildMark | undefined {
  const file = fileIn(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildMark) : undefined;
}

/** Changes with every byte and every name of a checkout's sources. */
export function hashOfSources(root = ROOT): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((name) => filesBelow(root, name))) {
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
