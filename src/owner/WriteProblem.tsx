import { Alert } from '../ui/Notice';
import type { FailedOwnerWrite } from './ports';

/** What is said when a write has not been taken. After `sessionEnded` the page asks to sign in again. */
const PROBLEMS: Record<Exclude<FailedOwnerWrite, 'sessionEnded'>, string> = {
  conflict: 'Somebody else has changed or removed it meanwhile: load the page again.',
  refused: 'The server refused this. You may not be an owner any more: load the page again.',
  exhausted:
    'Google takes nothing more of this site for now, because the quota of your Firebase project is used up. Try again tomorrow, or look at its plan (Usage and billing).',
  unreachable: 'No answer. Check your connection and try again: nothing happens twice.',
};

interface WriteProblemProps {
  /** What goes on, or how the last write has ended. */
  step: string;
  /** What is said instead, where a problem has a cause of its own. */
  texts?: Partial<typeof PROBLEMS>;
}

/** Says what has gone wrong with a write; nothing in every other step. */
export function WriteProblem({ step, texts }: WriteProblemProps) {
  const all: Record<string, string> = { ...PROBLEMS, ...texts };
  const text = all[step];
  return text && <Alert>{text}</Alert>;
}
