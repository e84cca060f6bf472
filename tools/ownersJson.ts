/** Reads JSON that the owner has written by hand, and explains mistakes to somebody who has never seen JSON. */
import { ToolError } from './toolErrors.ts';

/**
 * Parses the text of a file. Throws a `ToolError` whose message names the line and the likely cause. `name` is the file's
 * name as the owner knows it.
 */
export function parseOwnersJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cause = causeOf(text, (error as Error).message);
    throw new ToolError(`${name} cannot be read: ${cause}`, { cause: error });
  }
}

function causeOf(text: string, message: string): string {
  if (text.trim() === '')
    return 'it is empty. Copy the sample file from tools/seed, and fill it in.';
  const curly = lineOf(text, text.search(/[“”„]/));
  if (curly !== undefined) {
    return `line ${curly} has curly quotes (“ ”). Replace them with straight ones (").`;
  }
  const position = /position (\d+)/.exec(message)?.[1];
  const line = lineOf(text, position === undefined ? text.trimEnd().length : Number(position));
  return `there is a mistake near line ${line}. Look for a missing comma, quote or bracket there or in the line above.`;
}

/** The number of the line, from 1, that has the character at this index; undefined for a negative index. */
function lineOf(text: string, at: number): number | undefined {
  return at < 0 ? undefined : text.slice(0, at).split('\n').length;
}
