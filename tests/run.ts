/**
 * `npm test`: Vitest, then the browser tests in Chromium. `npm run test:full`: what takes longer.
 * `npm run test:official`: the tests that are tagged `official`, on Google's own Firestore emulator. The last
 * line counts, and before it stand the tests that failed. Words after `--` choose tests by file name.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { ensureChromium } from './chromium';
import { EMULATORS } from './official/worker';
import { ProgramMissing } from './programs';
import { buildTestSites } from './testSite';
import { PROJECT_ID } from '../tools/start/backend';
import {
  EmulatorMissing,
  startOfficialFirestore,
  type OfficialFirestore,
} from '../tools/start/officialFirestore';

const ROOT = join(import.meta.dirname, '..');
const VITEST_REPORT = join(ROOT, 'build/vitest.json');
const PLAYWRIGHT_REPORT = resolve(ROOT, `${process.env['TEST_OUTPUT'] ?? 'build/browser'}.json`);

interface Report {
  passed: number;
  skipped: number;
  /** The tests that failed, each by its file and title. */
  failures: string[];
}

/** Of a runner that ended before it could report anything. */
const NOTHING: Report = { passed: 0, skipped: 0, failures: [] };

const readJson = <T>(path: string): T | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;

interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** Vitest's JSON report (Jest's format). */
function readVitest(): Report {
  const report = readJson<VitestReport>(VITEST_REPORT);
  if (!report) return NOTHING;
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(ROOT, name);
    if (status === 'failed' && assertionResults.length === 0) return [`${file}: not loaded`];
    const failed = assertionResults.filter((result) => result.status === 'failed');
    return failed.map(({ fullName }) => `${file} › ${fullName}`);
  });
  return { passed: report.numPassedTests, skipped: report.numPendingTests, failures };
}

interface Suite {
  suites?: Suite[];
  specs: { ok: boolean; file: string; title: string }[];
}

type PlaywrightReport = Suite & { stats: { expected: number; flaky: number; skipped: number } };

/**
 * Playwright's JSON report. Only CI retries (tests/playwright.config.ts): what passed on a retry counts as
 * passed there, and the reporter names it as flaky.
 */
function readPlaywright(): Report {
  const report = readJson<PlaywrightReport>(PLAYWRIGHT_REPORT);
  if (!report) return NOTHING;
  const { expected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, skipped, failures: failedIn(report) };
}

function failedIn({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} › ${title}`);
  return [...own, ...suites.flatMap(failedIn)];
}

/** Node's arguments; false where it ended with anything but 0. */
function succeeds(...args: string[]): boolean {
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** A package's command, without a shell in between (Windows). */
function binary(name: string, file: string): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve(`${name}/package.json`)), file);
}

function vitest(words: string[]): Report {
  console.log('\n── Node');
  rmSync(VITEST_REPORT, { force: true });
  const reports = ['default', 'json'].map((name) => `--reporter=${name}`);
  const options = [...reports, `--outputFile.json=${VITEST_REPORT}`, '--passWithNoTests'];
  const isGood = succeeds(binary('vitest', 'vitest.mjs'), 'run', ...options, ...words);
  return whole('Vitest', readVitest(), isGood);
}

async function playwright(projects: string[], words: string[]): Promise<Report> {
  console.log('\n── Chromium');
  try {
    process.env['CHROMIUM_PATH'] = ensureChromium();
  } catch (error) {
    if (!(error instanceof ProgramMissing)) throw error;
    return { passed: 0, skipped: 0, failures: [`All in the browser: ${error.message}`] };
  }
  await buildTestSites();
  rmSync(PLAYWRIGHT_REPORT, { force: true });
  const chosen = projects.map((project) => `--project=${project}`);
  const options = ['-c', 'tests', ...chosen, '--pass-with-no-tests'];
  const isGood = succeeds(binary('@playwright/test', 'cli.js'), 'test', ...options, ...words);
  return whole('Playwright', readPlaywright(), isGood);
}

/** A script of ours, as one test. */
function script(name: string, ...args: string[]): Report {
  console.log(`\n── ${name}`);
  const isGood = succeeds('--import', 'tsx', `tests/${name}.ts`, ...args);
  return whole(name, { passed: isGood ? 1 : 0, skipped: 0, failures: [] }, isGood);
}

/** A runner that fails without a failed test has failed as such. */
function whole(name: string, report: Report, isGood: boolean): Report {
  if (isGood || report.failures.length > 0) return report;
  return { ...report, failures: [`${name} ended before its end; see above`] };
}

/** Missing emulators are an error then. */
const REQUIRED = '--required';
/** As many as either runner starts. */
const WORKERS = 2;

/** The tagged tests, each worker with an emulator of its own; undefined where there is no emulator. */
async function onOfficialFirestore(words: string[]): Promise<Report[] | undefined> {
  const emulators: OfficialFirestore[] = [];
  try {
    while (emulators.length < WORKERS) emulators.push(await startOfficialFirestore(PROJECT_ID));
    process.env[EMULATORS] = emulators.map(({ origin }) => origin).join(',');
    return [
      vitest(['--tags-filter=official', `--maxWorkers=${WORKERS}`, ...words]),
      await playwright(['browser', 'full'], ['--grep=@official', ...words]),
    ];
  } catch (error) {
    if (!(error instanceof EmulatorMissing)) throw error;
    console.log(error.message);
    return undefined;
  } finally {
    await Promise.all(emulators.map((emulator) => emulator.stop()));
  }
}

async function main([first, ...rest]: string[]): Promise<void> {
  const start = performance.now();
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  const isChoice = first === '--full' || first === '--official' || first === undefined;
  const words = isChoice ? rest : [first, ...rest];
  const reports: Report[] = [];
  if (first === '--official') {
    const official = await onOfficialFirestore(rest.filter((word) => word !== REQUIRED));
    if (official === undefined && !rest.includes(REQUIRED)) return;
    reports.push(...(official ?? [{ ...NOTHING, failures: ["Google's Firestore emulator"] }]));
  } else if (first === '--full') {
    reports.push(await playwright(['full', 'timed'], words));
    if (words.length === 0) reports.push(script('soak'), script('engines'));
  } else {
    reports.push(vitest(words), await playwright(['browser'], words));
  }
  const sum = (key: 'passed' | 'skipped') => reports.reduce((all, report) => all + report[key], 0);
  const failures = reports.flatMap((report) => report.failures);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(['', ...failures.map((failure) => `✗ ${failure}`)].join('\n'));
  console.log(`${sum('passed')} passed, ${failures.length} failed${skipped} in ${seconds} s`);
  process.exitCode = failures.length > 0 || sum('passed') === 0 ? 1 : 0;
}

await main(process.argv.slice(2));
