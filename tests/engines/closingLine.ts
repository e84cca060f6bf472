export interface EngineResult {
  engine: string;
  passed: number;
  /** How many were to be run, also where the engine could not be started. */
  journeys: number;
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
