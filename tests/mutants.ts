/**
 * Small faults in the site's code, each of which a test should notice.
 *
 * `npx tsx tests/mutants.ts choose [seed]` writes 100 of them to `tests/mutants.json`.
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
import { parseSync } from 'vite';

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

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Sources = Map<string, string>;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RECORD = join(ROOT, 'tests/mutants.json');
const RESULTS = join(ROOT, 'build/mutants.json');
const COUNT = 100;
/** Without what is slow, or of other code than the site's. */
const VITEST =
  '--run --bail=1 --passWithNoTests --exclude=tests/{local,tools}/** --exclude=tests/unit/scenes/** --exclude=tests/rules/{mutation,agreement}*';
const runnerOf = (spec: string) =>
  spec.endsWith('.test.ts') ? 'vitest --run --bail=1' : 'playwright test --max-failures=1';
const PAIRS = '=== !==,== !=,< <=,> >=,&& ||'.split(',').map((pair) => pair.split(' '));

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd }).toString();
const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;

function writeRecord(mutants: Mutant[]): void {
  writeFileSync(RECORD, JSON.stringify(mutants));
  execFileSync('npx', ['prettier', '--write', RECORD]);
}

/** The site's code, without what is for developers. */
function sourcesOf(folder: string): Sources {
  const names = git(folder, 'ls-files', 'src', 'machines', 'sw').split('\n');
  const own = names.filter((name) => /\.tsx?$/.test(name) && !/^src\/dev\/|\.d\.ts$/.test(name));
  return new Map(own.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Calls `add` with every change of a source file. */
function mutate(
  file: string,
  source: string,
  add: (kind: string, start: number, end: number, by: string) => void,
): void {
  const visit = (node: Node): void => {
    const { type, start, end, value, operator } = node;
    const child = (name: string) => node[name] as Node;
    // Types change nothing, but an expression may stand in one (`x as T`).
    if (type.startsWith('TS') && !node['expression']) return;
    if (/^(Import|Export(All|Named)).*Declaration$/.test(type) && node['source']) return;
    if (type === 'JSXAttribute' && child('name')['name'] === 'className') return;
    const other = PAIRS.find((pair) => pair.includes(operator as string))?.find(
      (one) => one !== operator,
    );
    if (other !== undefined) {
      const at = source.indexOf(operator as string, child('left').end);
      add(type.slice(0, -10), at, at + (operator as string).length, other);
    }
    if (type === 'UnaryExpression' && operator === '!') add('Not', start, start + 1, '');
    if (type === 'IfStatement' || type === 'ConditionalExpression')
      for (const by of ['true', 'false']) add('Test', child('test').start, child('test').end, by);
    if (type === 'ExpressionStatement' && /Call|Await/.test(child('expression').type))
      add('Call', start, end, ';');
    if (type === 'ReturnStatement' && node['argument']) add('Return', start, end, 'return;');
    if (type === 'Literal') {
      if (typeof value === 'boolean') add('Boolean', start, end, String(!value));
      if (typeof value === 'number') add('Number', start, end, String(value + 1));
      if (typeof value === 'string' && value) add('String', start, end, "''");
    }
    for (const [name, inner] of Object.entries(node)) {
      // Keys of objects and what is said of types are no code of ours.
      if ((name === 'key' && !node['computed']) || /^type|^returnType$/.test(name)) continue;
      for (const one of Array.isArray(inner) ? inner : [inner])
        if (typeof (one as Node | null)?.type === 'string') visit(one as Node);
    }
  };
  visit(parseSync(file, source).program as unknown as Node);
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

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

/** Every file's share of the mutants is its share of the code; no line has two. */
function choose(seed: number): Mutant[] {
  const random = randomFrom(seed);
  const sources = sourcesOf(ROOT);
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)]!;
  const candidates = [...sources].map(([file, source]) => {
    const mutants: Omit<Mutant, 'id'>[] = [];
    mutate(file, source, (kind, start, end, by) => {
      const begin = source.lastIndexOf('\n', start) + 1;
      const stop = source.indexOf('\n', start);
      const text = source.slice(begin, stop).trim();
      if (end > stop || placesOf({ file, text }, sources).length > 1) return;
      const mutated = (source.slice(begin, start) + by + source.slice(end, stop)).trim();
      const line = source.slice(0, start).split('\n').length;
      mutants.push({ kind, file, line, text, mutated, killedBy: null });
    });
    return { lines: mutants.length > 0 ? source.split('\n').length : 0, mutants };
  });
  const total = candidates.reduce((sum, { lines }) => sum + lines, 0);
  const offset = random();
  return Array.from({ length: COUNT }, (_, index) => {
    let left = ((index + offset) / COUNT) * total;
    const { mutants } = candidates.find(({ lines }) => (left -= lines) < 0)!;
    const kind = pick([...new Set(mutants.map((mutant) => mutant.kind))]);
    const chosen = pick(mutants.filter((mutant) => mutant.kind === kind));
    for (const twin of mutants.filter(({ line }) => line === chosen.line))
      mutants.splice(mutants.indexOf(twin), 1);
    return { id: index + 1, ...chosen };
  });
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
  writeRecord(mutants);
}

const [command, ...rest] = process.argv.slice(2);
const levels = rest.filter((word) => !/^\d+$/.test(word));
const numbers = rest.filter((word) => /^\d+$/.test(word)).map(Number);
if (command === 'choose') writeRecord(choose(numbers[0] ?? 1));
else if (command === 'record') record();
else if (command === 'run') run(levels[0] ?? 'both', numbers);
else throw new Error('Say choose, run or record.');
