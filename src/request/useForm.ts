import { createContext, use, useRef, useSyncExternalStore } from 'react';
import type { RequestFormSnapshot } from '../../machines/requestFormView';
import type { RunningForm } from './port';

const Context = createContext<RunningForm | undefined>(undefined);
export const FormProvider = Context.Provider;

/** The running form (running/runForm.ts). Throws outside of its screens. */
export function useForm(): RunningForm {
  const form = use(Context);
  if (!form) throw new Error('This component needs a FormProvider around it.');
  return form;
}

/** What `select` reads from the form. The component is rendered again only when that changes. */
export function useFormSelector<T>(
  select: (snapshot: RequestFormSnapshot) => T,
  isSame: (a: T, b: T) => boolean = Object.is,
): T {
  const form = useForm();
  const last = useRef<{ value: T }>(undefined);
  const read = () => {
    const value = select(form.getSnapshot());
    if (!last.current || !isSame(last.current.value, value)) last.current = { value };
    return last.current.value;
  };
  return useSyncExternalStore(form.subscribe, read, read);
}
