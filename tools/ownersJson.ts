/** What is wrong with a JSON file that somebody has written by hand, in words for who has never seen JSON. */

/**
 * Parses it. Throws an `Error` whose message names the line and the likely cause; `name` is the file as the
 * person knows it.
 */
export function parseOwnersJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cause = causeOf(text, (error as Error).message);
    throw new Error(`${name} is not JSON: ${cause}`, { cause: error });
  }
}

function causeOf(text: string, message: string): string {
  if (text.trim() === '') return 'it is empty.';
  const curly = lineOf(text, text.search(/[“”„]/));
  if (curly !== undefined) {
    return `line ${curly} has curly quotes (“ ”); only straight ones (") count.`;
  }
  const position = /position (\d+)/.exec(message)?.[1];
  const line = lineOf(text, position === undefined ? text.trimEnd().length : Number(position));
  return `near line ${line}. Look for a missing comma, quote or bracket there or in the line above.`;
}

/** Which line, counted from 1, this character stands in; undefined for none. */
function lineOf(text: string, at: number): number | undefined {
  return at < 0 ? undefined : text.slice(0, at).split('\n').length;
}
