import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReadFailure, ReadResult } from '../ports/reads';
import { useWhenOnline } from '../ui/useOnline';

export type Read<T> = (signal: AbortSignal) => Promise<ReadResult<T>>;

export interface ReadView<T> {
  /** The last value read; stays when a later read fails. */
  value: T | undefined;
  /** Why the last read failed. */
  failure: ReadFailure | undefined;
  /** Reads again; settles when that is done or overtaken. */
  reload: () => Promise<void>;
}

interface State<T> {
  read: Read<T> | undefined;
  value?: T | undefined;
  failure?: ReadFailure | undefined;
}

/**
 * Reads when mounted, when `read` changes (keep it stable), on `reload`, and, while offline, as soon
 * as the browser is back online. Undefined reads nothing, nor does one that is not `active`, which keeps
 * what it has. A read that rejects counts as `failed`.
 */
export function useRead<T>(read: Read<T> | undefined, active = true): ReadView<T> {
  const [state, setState] = useState<State<T>>({ read });
  const running = useRef<AbortController>(undefined);

  const run = useCallback((): Promise<void> => {
    running.current?.abort();
    if (!read) return Promise.resolve();
    const abort = new AbortController();
    running.current = abort;
    const failed = (): ReadResult<T> => ({ ok: false, reason: 'failed' });
    return read(abort.signal)
      .catch(failed)
      .then((result) => {
        if (abort.signal.aborted) return;
        setState((last) =>
          result.ok
            ? { read, value: result.value }
            : { read, failure: result.reason, value: last.read === read ? last.value : undefined },
        );
      });
  }, [read]);

  useEffect(() => {
    if (!active) return undefined;
    void run();
    return () => running.current?.abort();
  }, [run, active]);

  const reload = useCallback(() => {
    setState(({ read, value }) => ({ read, value }));
    return run();
  }, [run]);

  const { value, failure } = state.read === read ? state : ({} as State<T>);
  useWhenOnline(active && failure !== undefined && failure !== 'missing', reload);
  return { value, failure, reload };
}
