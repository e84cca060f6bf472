import { useCallback, useEffect, useRef, useState } from 'react';
import { useWhenOnline } from '../../ui/hooks';
import type { ReadFailure, ReadResult } from '../../lib/results';

export type Read<T> = (signal: AbortSignal) => Promise<ReadResult<T>>;

export interface ReadView<T> {
  /** The last value that was read. It stays when a later read fails. */
  value: T | undefined;
  failure: ReadFailure | undefined;
  /** Reads again, also while `isActive` is false. Settles when this read has ended or a newer one has replaced it. */
  reload: () => Promise<void>;
}

interface State<T> {
  read: Read<T> | undefined;
  value?: T | undefined;
  failure?: ReadFailure | undefined;
}

/**
 * Reads when mounted, when `read` changes (keep it stable) and on `reload`; after a failure other than `missing` also
 * when the browser comes back online. By itself it reads nothing while `isActive` is false, and keeps the value.
 * Without `read` nothing is read, and there is no value. A read that rejects counts as `failed`.
 */
export function useRead<T>(read: Read<T> | undefined, isActive = true): ReadView<T> {
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
    if (!isActive) return undefined;
    void run();
    return () => running.current?.abort();
  }, [run, isActive]);

  const reload = useCallback(() => {
    setState(({ read, value }) => ({ read, value }));
    return run();
  }, [run]);

  const { value, failure } = state.read === read ? state : ({} as State<T>);
  useWhenOnline(isActive && failure !== undefined && failure !== 'missing', reload);
  return { value, failure, reload };
}
