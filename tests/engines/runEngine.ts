/** All journeys in one engine, told line by line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimHost } from '../browser/host';
import type { EngineResult } from './closingLine';
import { EngineMissing, type Browser, type Engine } from './engine';
import { ENGINES } from './engines';
import { perform, type Journey, type Surroundings } from './stage';

/** Pictures of what failed. */
const OUTPUT = join(import.meta.dirname, '..', '..', 'build', 'engines');

/** `within` is a folder for temporary files. Where the engine cannot be had, nothing has passed. */
export async function runEngine(
  name: string,
  journeys: Journey[],
  within: string,
): Promise<EngineResult> {
  const result = { engine: name, passed: 0, journeys: journeys.length };
  const engine = await openEngine(name);
  if (!engine) return result;
  try {
    const { host, release } = await claimHost(0);
    console.log(`\n── ${name}: ${engine.version}`);
    try {
      for (const journey of journeys) {
        if (await hasPassed(name, journey, { engine, host, within })) result.passed += 1;
      }
    } finally {
      await release();
    }
  } finally {
    await engine.close();
  }
  return result;
}

async function hasPassed(
  name: string,
  journey: Journey,
  surroundings: Omit<Surroundings, 'onFailure'>,
): Promise<boolean> {
  const picture = join(OUTPUT, `${name}-${journey.name.replaceAll(' ', '-')}.png`);
  const onFailure = (browser: Browser) => keepPicture(browser, picture);
  for (let tries = 1; ; tries += 1) {
    const began = performance.now();
    const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
    try {
      await perform(journey, { ...surroundings, onFailure });
      console.log(`  ✓ ${journey.name} (${took()})`);
      return true;
    } catch (error) {
      if (tries === 1 && hasEnded(error)) {
        console.log(`  ↻ ${journey.name} (${took()}): the browser ended by itself; once more`);
        continue;
      }
      console.log(`  ✗ ${journey.name} (${took()})`);
      tell(error);
      return false;
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
    if (!(error instanceof EngineMissing)) throw error;
    console.error(`\n── ${name} cannot be run here.\n${error.message}`);
    return undefined;
  }
}

function tell(error: unknown): void {
  if (!(error instanceof Error)) return console.error(error);
  console.error(error.stack);
  if (error.cause !== undefined) console.error('Because of', error.cause);
}

/** What the browser showed when a journey failed. */
async function keepPicture(browser: Browser, path: string): Promise<void> {
  try {
    const png = await browser.page.screenshot();
    mkdirSync(OUTPUT, { recursive: true });
    writeFileSync(path, png);
    console.error(`What it showed: ${path}`);
  } catch (error) {
    console.error(`There is no picture of what it showed: ${String(error)}`);
  }
}
