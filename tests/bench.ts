/**
 * `npm run bench`: how fast the built site is, as tables: Lighthouse against a floor, interactions on a
 * phone's CPU. Words after `--`: rounds (3), and a part.
 */
import { benchInteractions } from './bench/interactions';
import { benchRatios } from './bench/ratios';
import { withLighthouse } from './lighthouse';

const PARTS = { ratios: benchRatios, interactions: benchInteractions };

const [rounds = '3', part] = process.argv.slice(2);
if (!/^[1-9]\d?$/.test(rounds) || (part !== undefined && !Object.hasOwn(PARTS, part))) {
  throw new Error(`Usage: npm run bench -- [rounds 1-99] [${Object.keys(PARTS).join('|')}]`);
}
await withLighthouse(async (stage) => {
  for (const [name, bench] of Object.entries(PARTS)) {
    if (part === undefined || part === name) await bench(stage, Number(rounds));
  }
});
