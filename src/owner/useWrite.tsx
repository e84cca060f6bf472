/** A write that a button begins, and what is said when it has not been taken. */
import { useState } from 'react';
import { Alert } from '../ui/Notice';
import { useOutside } from './outside';
import type { FailedOwnerWrite, WriteOutcome } from './ports';

type Problem = Exclude<FailedOwnerWrite, 'sessionEnded'>;

const PROBLEMS: Record<Problem, string> = {
  conflict: 'Somebody else has changed or removed it meanwhile: load the page again.',
  refused: 'The server refused this. You may not be an owner any more: load the page again.',
  exhausted:
    'Google takes nothing more of this site for now, because the quota of your Firebase project is used up. Try again tomorrow, or look at its plan (Usage and billing).',
  unreachable: 'No answer. Check your connection and try again: nothing happens twice.',
};

/** Once at a time. `texts`: what is said instead, where a problem has a cause of its own. */
export function useWrite(texts?: Partial<typeof PROBLEMS>) {
  const { onRefusal } = useOutside();
  const [step, setStep] = useState<'idle' | 'writing' | FailedOwnerWrite>('idle');
  const isWriting = step === 'writing';
  // After a session that is over the page asks to sign in again.
  const isSaid = step !== 'idle' && step !== 'writing' && step !== 'sessionEnded';
  return {
    isWriting,
    async write(run: () => Promise<WriteOutcome>): Promise<void> {
      if (isWriting) return;
      setStep('writing');
      const outcome = await run();
      setStep(outcome === 'stored' ? 'idle' : outcome);
      if (outcome === 'sessionEnded' || outcome === 'refused') onRefusal(outcome);
    },
    /** What went wrong; undefined where nothing did. */
    problem: isSaid ? { ...PROBLEMS, ...texts }[step] : undefined,
  };
}

export const WriteProblem = ({ text }: { text: string | undefined }) =>
  text && <Alert>{text}</Alert>;
