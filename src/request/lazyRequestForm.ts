import { log } from '../lib/log';
import type { FormCommand, FormState, RequestFormPort, RunningForm } from './port';

/**
 * The request form's port. It is in the first script and the form's code is not, so it keeps the commands until that
 * code is there. `load` loads the code, and gives what starts the form.
 */
export function createLazyRequestForm(load: () => Promise<() => RunningForm>): RequestFormPort {
  let state: FormState = { is: 'absent' };
  let waiting: FormCommand[] = [];
  const listeners = new Set<() => void>();

  const announce = () => {
    for (const listener of listeners) listener();
  };
  const enter = (next: FormState) => {
    state = next;
    announce();
  };

  const start = async () => {
    enter({ is: 'loading' });
    try {
      const form = (await load())();
      for (const command of waiting) form.send(command);
      waiting = [];
      form.subscribe(announce);
      enter({ is: 'running', form });
    } catch (error) {
      log('The form did not start.', error);
      enter({ is: 'failed' });
    }
  };

  return {
    async preload() {
      await load().catch(() => undefined);
    },
    send(command) {
      if (state.is === 'running') {
        state.form.send(command);
        return;
      }
      const isStart = command.type === 'form.opened';
      if (state.is === 'absent' && !isStart) return;
      waiting.push(command);
      if (isStart && state.is !== 'loading') void start();
    },
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
