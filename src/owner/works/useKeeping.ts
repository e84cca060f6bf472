import { useEffect, useState } from 'react';
import type { Keeping } from '../ports';
import type { EditorProps } from './useWorkEditor';

/** For how long the phone keeps the work; undefined until that is known. */
export function useKeeping({ ports: { kept }, pictures }: EditorProps): Keeping | undefined {
  const [keeping, setKeeping] = useState<Keeping>();
  useEffect(() => {
    void kept.keeping().then(setKeeping);
    // A storage may fail later, above all with pictures.
  }, [kept, pictures]);
  return keeping;
}
