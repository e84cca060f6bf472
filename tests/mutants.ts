/**
 * Small faults in the site's code, each of which a test should notice.
 *
 * `tests/mutants.json` holds 100, chosen by chance. `npx tsx tests/mutants.ts [unit] [id...]` tries those that
 * still apply, and ends with 1 when one survives that was killed before; with `unit` it leaves out those that
 * only a browser has killed. What the runners say is in `build/mutants.log`.
 */
import { execFileSync, spawnSync, type StdioOptions } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Mutant {
  id: number;
  kind: string;
  file: string;
  line: number;
  /** The line without its indentation, before and after. */
  text: string;
  mutated: string;
  /** `unit`: by `vitest related`; a test file that did what that does not. */
  killedBy: string | null;
  /** Why no test can tell it from the original. */
  equivalent?: string;
}

type Sources = Map<string, string>;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RECORD = join(ROOT, 'tests/mutants.json');
/** Without what is slow, or of other code than the site's. */
const VITEST =
  '--run --bail=1 --passWithNoTests --exclude={tests/{commands,tools},backend}/** --exclude=tests/rules/mutation*';
const runnerOf = (spec: string) =>
  spec.endsWith('.test.ts') ? 'vitest --run --bail=1' : 'playwright test -c tests --max-failures=1';

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd }).toString();

/** The site's code, without what is for developers. */
function sourcesOf(folder: string): Sources {
  const names = git(folder, 'ls-files', 'src', 'machines', 'sw').split('\n');
  const own = names.filter((name) => /\.tsx?$/.test(name) && !/^src\/dev\/|\.d\.ts$/.test(name));
  return new Map(own.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Where a mutant's line is: in its file if that has it once, or else in all of the site. */
function placesOf({ file, text }: Pick<Mutant, 'file' | 'text'>, sources: Sources) {
  const all = [...sources].flatMap(([name, source]) =>
    source.split('\n').flatMap((line, at) => (line.trim() === text ? [{ file: name, at }] : [])),
  );
  const own = all.filter((place) => place.file === file);
  // A short line of another file may be about something else.
  return own.length === 1 || text.length < 20 ? own : all;
}

/** Tries mutants in a clone, so that the work tree is left alone. */
function run(isUnit: boolean, ids: number[]): void {
  const scratch = mkdtempSync(join(tmpdir(), 'mutants-'));
  git(ROOT, 'clone', '--quiet', '--shared', ROOT, scratch);
  symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'));
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  const log = openSync(join(ROOT, 'build/mutants.log'), 'a');
  const passes = (command: string) => {
    const stdio: StdioOptions = ['ignore', log, log];
    const options = { cwd: scratch, stdio, timeout: 600_000 };
    return spawnSync('npx', command.split(' '), options).status === 0;
  };
  if (!passes(`vitest ${VITEST}`)) throw new Error('The tests fail anyway.');
  const counts = { killed: 0, survive: 0, 'apply no more': 0, 'survive that were killed': 0 };
  for (const mutant of JSON.parse(readFileSync(RECORD, 'utf8')) as Mutant[]) {
    const { id, text, mutated, killedBy } = mutant;
    if (ids.length > 0 && !ids.includes(id)) continue;
    const [place, ...others] = placesOf(mutant, sourcesOf(scratch));
    if (!place || others.length > 0) {
      counts['apply no more'] += 1;
      continue;
    }
    const path = join(scratch, place.file);
    const source = readFileSync(path, 'utf8');
    const lines = source.split('\n');
    lines[place.at] = lines[place.at]!.replace(text, () => mutated);
    writeFileSync(path, lines.join('\n'));
    const spec = isUnit || killedBy === 'unit' ? null : killedBy;
    const survives =
      passes(`vitest related ${place.file} ${VITEST}`) &&
      (spec === null || passes(`${runnerOf(spec)} ${spec}`));
    writeFileSync(path, source);
    const isLost = survives && (killedBy === 'unit' || spec !== null);
    counts[survives ? 'survive' : 'killed'] += 1;
    if (isLost) counts['survive that were killed'] += 1;
    console.log(id, survives ? (isLost ? 'survives now' : 'survives') : 'killed', place, mutated);
  }
  rmSync(scratch, { recursive: true, force: true });
  console.log(counts);
  if (counts['survive that were killed'] > 0) process.exitCode = 1;
}

const words = process.argv.slice(2);
run(words.includes('unit'), words.filter((word) => /^\d+$/.test(word)).map(Number));
