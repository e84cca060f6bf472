import { useSyncExternalStore } from 'react';
import type { FormState, RequestFormPort, RunningForm } from '../../request/port';
import { useServices } from '../services';

const ABSENT: FormState = { is: 'absent' };

/** The form of a page that is being prerendered. */
export const absentForm: RequestFormPort = {
  preload: async () => undefined,
  send: () => undefined,
  get: () => ABSENT,
  subscribe: () => () => undefined,
};

/** What `select` reads from the form's state. It must return the same value for the same state. */
export function useFormState<T>(select: (state: FormState) => T): T {
  const { requestForm } = useServices();
  return useSyncExternalStore(
    requestForm.subscribe,
    () => select(requestForm.get()),
    () => select(ABSENT),
  );
}

export const isAbsent = (state: FormState): boolean => state.is === 'absent';

export const isRunning = (state: FormState): boolean => state.is === 'running';

export const hasFailed = (state: FormState): boolean => state.is === 'failed';

export const isUnsent = (state: FormState): boolean =>
  state.is === 'running' && state.form.getSnapshot().hasTag('unsent');

export const runningForm = (state: FormState): RunningForm | undefined =>
  state.is === 'running' ? state.form : undefined;
