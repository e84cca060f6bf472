import type { WriteOutcome } from './ports';

/** What is said when a write has not been taken. After `sessionEnded` the page asks to sign in again. */
export const WRITE_PROBLEMS: Record<Exclude<WriteOutcome, 'stored' | 'sessionEnded'>, string> = {
  conflict: 'Somebody else has changed or removed it meanwhile: load the page again.',
  refused: 'The server refused this. You may not be an owner any more: load the page again.',
  unreachable: 'No answer. Check your connection and try again: nothing happens twice.',
};
