import type { WriteOutcome } from './ports';

/** What is said when a write has not been taken. After `sessionEnded` the page asks to sign in again. */
export const WRITE_PROBLEMS: Record<Exclude<WriteOutcome, 'stored' | 'sessionEnded'>, string> = {
  refused:
    'The server refused this. You may not be an owner any more, or somebody else has changed it: load the page again.',
  unreachable: 'No answer. Check your connection and try again: nothing happens twice.',
};
