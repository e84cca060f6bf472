import { useEffect, useState } from 'react';
import type { EditorProps } from './useWorkEditor';

/** Whether the phone keeps the work; undefined until that is known. */
export function useIsKept({ ports: { kept }, pictures }: EditorProps): boolean | undefined {
  const [isKept, setIsKept] = useState<boolean>();
  useEffect(() => {
    void kept.isKept().then(setIsKept);
    // A storage may fail later, above all with pictures.
  }, [kept, pictures]);
  return isKept;
}
