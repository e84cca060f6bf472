import { useEffect, useState } from 'react';
import { log } from '../lib/log';
import type { Examined } from '../pictures/page/examine';

const UNKNOWN: Examined = { isComplete: true, turn: '', isOnItsSide: false };

/** What a look at a chosen file says of it. The code for that is loaded only when a file was chosen. */
export function useExamined({ file, type }: { file: Blob | undefined; type: string }): Examined {
  const [examined, setExamined] = useState(UNKNOWN);
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const { examine } = await import('../pictures/page/examine');
      const found = file && (await examine(file, type));
      if (found && isCurrent) setExamined(found);
    };
    look().catch((error: unknown) => log('A chosen picture was not examined.', error));
    return () => {
      isCurrent = false;
    };
  }, [file, type]);
  return examined;
}
