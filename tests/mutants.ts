/**
 * Small faults in the site's code, each of which a test should notice.
 *
 * `tests/mutants.json` holds 100, chosen by chance.
 * `npx tsx tests/mutants.ts run [unit|browser] [id...]` tries those that still apply, and ends with 1
 * when one survives that was killed before. What it has found is in `build/mutants.json` and is not
 * tried again for the same commit, what the runners have said in `build/mutants.log`.
 * `npx tsx tests/mutants.ts record` keeps it.
 */
import { execFileSync, spawnSync, type StdioOptions } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
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
  killedBy: string | null;
  /** What could kill it where `vitest related` does not: specs of `tests/browser`, slow tests. */
  specs?: string[];
  browser?: 'not run';
  /** Why no test can tell it from the original. */
  equivalent?: string;
}

/** What a run has found so far, of one commit. */
interface Results {
  commit: string;
  tried: Record<string, string[]>;
  killedBy: Record<string, string>;
}

type Sources = Map<string, string>;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RECORD = join(ROOT, 'tests/mutants.json');
const RESULTS = join(ROOT, 'build/mutants.json');
/** Without what is slow, or of other code than the site's. */
const VITEST =
  '--run --bail=1 --passWithNoTests --exclude={tests/{commands,tools},backend}/** --exclude=tests/rules/mutation*';
const runnerOf = (spec: string) =>
  spec.endsWith('.test.ts') ? 'vitest --run --bail=1' : 'playwright test -c tests --max-failures=1';

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd }).toString();
const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;

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
function run(level: string, ids: number[]): void {
  const commit = git(ROOT, 'rev-parse', 'HEAD').trim();
  const before = existsSync(RESULTS) ? readJson<Results>(RESULTS) : undefined;
  const results: Results = before?.commit === commit ? before : { commit, tried: {}, killedBy: {} };
  const { tried, killedBy } = results;
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
  const attempt = (id: number, by: string, command: string): void => {
    if (killedBy[id] !== undefined || tried[id]?.includes(by)) return;
    if (!passes(command)) killedBy[id] = by;
    (tried[id] ??= []).push(by);
    writeFileSync(RESULTS, JSON.stringify(results));
  };
  if (level !== 'browser' && !passes(`vitest ${VITEST}`)) throw new Error('The tests fail anyway.');
  const counts = { killed: 0, survive: 0, 'apply no more': 0, 'survive that were killed': 0 };
  for (const mutant of readJson<Mutant[]>(RECORD)) {
    const { id, text, mutated, killedBy: was, specs = [] } = mutant;
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
    if (level !== 'browser') attempt(id, 'unit', `vitest related ${place.file} ${VITEST}`);
    // What has killed it once; the others only when they are asked for.
    for (const spec of level === 'unit' ? [] : specs)
      if (level === 'browser' || spec === was) attempt(id, spec, `${runnerOf(spec)} ${spec}`);
    writeFileSync(path, source);
    const isLost = !killedBy[id] && was !== null && (level !== 'unit' || was === 'unit');
    counts[killedBy[id] ? 'killed' : 'survive'] += 1;
    if (isLost) counts['survive that were killed'] += 1;
    console.log(id, killedBy[id] ?? (isLost ? `survives ${was}` : 'survives'), place, mutated);
  }
  rmSync(scratch, { recursive: true, force: true });
  console.log(counts);
  if (counts['survive that were killed'] > 0) process.exitCode = 1;
}

/** Keeps what a run has found beside the mutants. */
function record(): void {
  const { killedBy, tried } = readJson<Results>(RESULTS);
  const mutants = readJson<Mutant[]>(RECORD).map(({ browser, ...mutant }): Mutant => {
    const by = tried[mutant.id] ? (killedBy[mutant.id] ?? null) : mutant.killedBy;
    const isOpen = by === null && mutant.equivalent === undefined;
    const isTried = tried[mutant.id]?.some((name) => name !== 'unit') ?? browser === undefined;
    return { ...mutant, killedBy: by, ...(isOpen && !isTried && { browser: 'not run' }) };
  });
  writeFileSync(RECORD, JSON.stringify(mutants));
  execFileSync('npx', ['prettier', '--write', RECORD]);
}

const [command, ...rest] = process.argv.slice(2);
const levels = rest.filter((word) => !/^\d+$/.test(word));
const numbers = rest.filter((word) => /^\d+$/.test(word)).map(Number);
if (command === 'record') record();
else if (command === 'run') run(levels[0] ?? 'both', numbers);
else throw new Error('Say run or record.');
