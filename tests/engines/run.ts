/**
 * `npm run test:engines`: every journey in Chromium, Firefox and WebKit, and some in variants of Firefox,
 * against the built site; the last line counts. Words after `--` choose engines and journeys by name.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimHost } from '../support/claimHost';
import type { Engine } from './engine';
import { RUNS, type Run } from './engines';
import { JOURNEYS } from './journeys';
import { perform, type Journey, type Surroundings } from './engineStage';
import { killAll } from '../support/processes';
import { ProgramMissing } from '../support/programs';
import { buildTestSites } from '../support/testSite';

interface Result {
  /** The engine's. */
  name: string;
  passed: number;
  total: number;
  /** Each journey that failed, with where and why. */
  failures: string[];
}

const folder = mkdtempSync(join(tmpdir(), 'cabinets-engines-'));

function cleanUp(): void {
  killAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

const isPart = (word: string, name: string) => name.toLowerCase().includes(word.toLowerCase());

/** Those of which a word is a part of the name; all where no word is. */
function chosen<T extends { name: string }>(all: T[], words: string[]): T[] {
  const some = all.filter(({ name }) => words.some((word) => isPart(word, name)));
  return some.length > 0 ? some : all;
}

async function main(words: string[]): Promise<void> {
  const names = [...RUNS, ...JOURNEYS].map(({ name }) => name);
  const stranger = words.find((word) => !names.some((name) => isPart(word, name)));
  if (stranger !== undefined) {
    throw new Error(`No engine or journey is called ${stranger}: ${names.join(', ')}.`);
  }
  await buildTestSites();
  const toRun = chosen(JOURNEYS, words);
  const results: Result[] = [];
  for (const run of chosen(RUNS, words)) {
    const journeys = run.journeys.filter(({ name }) =>
      toRun.some((journey) => journey.name === name),
    );
    if (journeys.length > 0) results.push(await runEngine({ ...run, journeys }));
  }
  process.exitCode = results.every(({ passed, total }) => passed === total) ? 0 : 1;
  for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`);
  const counts = results.map(({ name, passed, total }) => `${name} ${passed} of ${total}`);
  console.log(`\n${counts.join(', ')}`);
}

/** All journeys in one engine, told line by line. Where the engine cannot be had, nothing has passed. */
async function runEngine({ name, open, journeys, rewriting }: Run): Promise<Result> {
  const result: Result = { name, passed: 0, total: journeys.length, failures: [] };
  const engine = await openEngine(name, open);
  if (!engine) return result;
  try {
    const { host, release } = await claimHost(0);
    console.log(`\n── ${name}: ${engine.version}`);
    try {
      for (const journey of journeys) {
        const failure = await failureOf(name, journey, { engine, host, rewriting, within: folder });
        if (failure === undefined) result.passed += 1;
        else result.failures.push(failure);
      }
    } finally {
      await release();
    }
  } finally {
    await engine.close();
  }
  return result;
}

/** Resolves with what is to be told at the end, or undefined for a journey that passed. */
async function failureOf(
  name: string,
  journey: Journey,
  surroundings: Surroundings,
): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    const began = performance.now();
    const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
    try {
      await perform(journey, surroundings);
      console.log(`  ✓ ${journey.name} (${took()})`);
      return undefined;
    } catch (error) {
      if (tries === 1 && hasEnded(error)) {
        console.log(`  ↻ ${journey.name} (${took()}): the browser ended by itself; once more`);
        continue;
      }
      console.log(`  ✗ ${journey.name} (${took()})`);
      console.error(error);
      return `${name}, ${journey.name}: ${summaryOf(error)}`;
    }
  }
}

/** Whether the browser was gone within a journey, as MiniBrowser now and then is (selenium's own name). */
function hasEnded(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'NoSuchSessionError' || hasEnded(error.cause);
}

async function openEngine(name: string, open: () => Promise<Engine>): Promise<Engine | undefined> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof ProgramMissing)) throw error;
    console.error(`\n── ${name} cannot be run here.\n${error.message}`);
    return undefined;
  }
}

/** The message of an error in one line, and the line of the journey that it came from. */
function summaryOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const step = /[^/\s(]*[jJ]ourneys\.ts:\d+/.exec(error.stack ?? '')?.[0];
  const message = error.message.replaceAll(/\s+/g, ' ').slice(0, 300);
  return step === undefined ? message : `${message} (${step})`;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });
}
main(process.argv.slice(2))
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(cleanUp);
