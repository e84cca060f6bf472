/** All journeys in one engine, told line by line, and what is said at the end. */
import { claimHost } from '../browser/host';
import { ProgramMissing } from '../programs';
import type { Engine } from './engine';
import { ENGINES } from './engines';
import { perform, type Journey, type Surroundings } from './stage';

export interface EngineResult {
  engine: string;
  passed: number;
  /** How many were to be run, also where the engine could not be started. */
  journeys: number;
  /** Each journey that failed, with where and why. */
  failures: string[];
}

/** `Chromium 6 of 6, Firefox 5 of 6, WebKit 0 of 6`. */
export function closingLine(results: readonly EngineResult[]): string {
  return results
    .map(({ engine, passed, journeys }) => `${engine} ${passed} of ${journeys}`)
    .join(', ');
}

/** Whether anything that was to be run did not pass; nothing run is no success. */
export function hasFailed(results: readonly EngineResult[]): boolean {
  const isGood = ({ passed, journeys }: EngineResult) => journeys > 0 && passed === journeys;
  return results.length === 0 || !results.every(isGood);
}

/** The names that a word is a part of; all where no word is. */
export function chosen(names: string[], words: string[]): string[] {
  const some = names.filter((name) => words.some((word) => isPart(word, name)));
  return some.length > 0 ? some : names;
}

/** The words that are a part of no name: nothing was meant to be run instead. */
export function unknown(names: string[], words: string[]): string[] {
  return words.filter((word) => !names.some((name) => isPart(word, name)));
}

const isPart = (word: string, name: string) => name.toLowerCase().includes(word.toLowerCase());

/** `within` is a folder for temporary files. Where the engine cannot be had, nothing has passed. */
export async function runEngine(
  name: string,
  journeys: Journey[],
  within: string,
): Promise<EngineResult> {
  const result: EngineResult = { engine: name, passed: 0, journeys: journeys.length, failures: [] };
  const engine = await openEngine(name);
  if (!engine) return result;
  try {
    const { host, release } = await claimHost(0);
    console.log(`\n── ${name}: ${engine.version}`);
    try {
      for (const journey of journeys) {
        const failure = await failureOf(name, journey, { engine, host, within });
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

async function openEngine(name: string): Promise<Engine | undefined> {
  try {
    return await ENGINES[name]!();
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
