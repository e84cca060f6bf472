import { readFileSync } from 'node:fs';
import { loadRules } from './rules/index';
import type { Ruleset } from './rules/types';

/** The project's own rules file; throws `RulesLoadError`, which names the file and line. */
export function projectRules(name: 'firestore.rules' | 'storage.rules'): Ruleset {
  const source = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  return loadRules(source, name);
}
