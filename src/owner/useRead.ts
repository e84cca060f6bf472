import { useCallback, useEffect, useRef, useState } from 'react';
import { log } from '../lib/log';
import { useWhenOnline } from '../ui/hooks';

/**
 * What a read has given, undefined until then. It must stay the same; another one, or another `version`, is read anew, and
 * what was read before stands until then. A failed read, logged as `failure`, is tried again when the network is back.
 */
export function useRead<T>(
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
    const end = (hasFailed: boolean, change?: () => void) => {
      if (mine !== latest.current) return;
      setIsFailed(hasFailed);
      change?.();
    };
    read?.().then(
      (found) => end(false, () => setValue(found)),
      (error: unknown) => {
        log(failure, error);
        end(true);
      },
    );
  }, [read, failure]);
  useEffect(again, [again, version]);
  useWhenOnline(isFailed && read !== undefined, again);
  return { value, setValue, isFailed, again };
}
