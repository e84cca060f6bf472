import { useCallback, useEffect, useState } from 'react';
import { SHARE_CACHE, sharedName } from '../domain/share';

/** Pictures that were shared to the installed app, read once `open`; they stay until they are taken. */
export function useSharedPictures(open: boolean, log: (message: string, error: unknown) => void) {
  const [files, setFiles] = useState<readonly File[]>();
  useEffect(() => {
    if (!open || typeof caches === 'undefined') return;
    readShared()
      .then((shared) => {
        if (shared.length > 0) setFiles(shared);
      })
      .catch((error: unknown) => log('The shared pictures could not be read.', error));
  }, [open, log]);
  /** The form has taken them: they are dropped from their cache. */
  const onTaken = useCallback(() => {
    setFiles(undefined);
    caches
      .delete(SHARE_CACHE)
      .catch((error: unknown) => log('The shared pictures could not be dropped.', error));
  }, [log]);
  return { files, onTaken };
}

async function readShared(): Promise<File[]> {
  if (!(await caches.has(SHARE_CACHE))) return [];
  const cache = await caches.open(SHARE_CACHE);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (!answer) continue;
    const blob = await answer.blob();
    files.push(new File([blob], sharedName(answer.headers), { type: blob.type }));
  }
  return files;
}
