import { invalid } from './firestoreErrors';

/** The deepest nesting of a message. The deepest document (20 maps) needs about 70 levels. */
const MAX_DEPTH = 100;

/** Walks level by level and not recursively, because the nesting that it looks for would overflow the stack. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}

/** Parses a client's JSON. Throws INVALID_ARGUMENT if it is not JSON or is nested too deep. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(`Invalid JSON payload received. ${error instanceof Error ? error.message : ''}`);
  }
  if (isTooDeep(value))
    throw invalid(`Invalid JSON payload received. Nested more than ${MAX_DEPTH} levels deep.`);
  return value;
}
