import { useCallback, useEffect, useRef, useState } from 'react';
import { log } from '../lib/log';
import { useWhenOnline } from '../ui/hooks';

/** Whether this is so, or was once. */
export function useOnce(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo);
  if (isSo && !wasSo) setWasSo(true);
  return wasSo || isSo;
}

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
  return { value, setValue, isFailed, again };
}
