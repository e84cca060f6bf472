/** What a component reads, and a write that a button begins, with what is said when it has not been taken. */
import { useState, useCallback, useEffect, useRef } from 'react';
import { Alert } from '../ui/Notice';
import { usePorts, type FailedOwnerWrite, type WriteOutcome } from './ports';
import { log } from '../lib/log';
import { useWhenOnline } from '../ui/hooks';

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
  const { onRefusal } = usePorts();
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

/** Whether this is so, or was once. */
export function useHasBeen(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo);
  if (isSo && !wasSo) setWasSo(true);
  return wasSo || isSo;
}

/**
 * What `read` has given; undefined until then. `read` is called again when another function is given, so it must not be
 * made anew at each rendering, and when `version` changes. Until the new answer comes, the old one stays. A failed read is
 * logged as `failure`, and tried again when the network is back.
 */
export function useOwnerRead<T>(
  read: (() => Promise<T>) | undefined,
  failure: string,
  version?: unknown,
) {
  const [value, setValue] = useState<T>();
  const [isFailed, setIsFailed] = useState(false);
  /** Answers of older reads are dropped. */
  const latest = useRef(0);
  const again = useCallback(() => {
    latest.current += 1;
    const mine = latest.current;
    const ifLatest = (change: () => void) => mine === latest.current && change();
    read?.().then(
      (found) =>
        ifLatest(() => {
          setValue(found);
          setIsFailed(false);
        }),
      (error: unknown) => {
        log(failure, error);
        ifLatest(() => setIsFailed(true));
      },
    );
  }, [read, failure]);
  useEffect(() => {
    again();
    // The next read has not failed.
    return () => setIsFailed(false);
  }, [again, version]);
  useWhenOnline(isFailed && read !== undefined, again);
  return { value, setValue, isFailed, hasEnded: isFailed || value !== undefined, again };
}
