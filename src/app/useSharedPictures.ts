import { useEffect, useState } from 'react';
import { SHARE_CACHE, sharedName } from '../domain/share';

/** Pictures that were shared to the installed app, taken out of their cache once `open`. */
export function useSharedPictures(
  open: boolean,
  log: (message: string, error: unknown) => void,
): readonly File[] | undefined {
  const [files, setFiles] = useState<readonly File[]>();
  useEffect(() => {
    if (!open || typeof caches === 'undefined') return;
    takeShared()
      .then((taken) => {
        if (taken.length > 0) setFiles(taken);
      })
      .catch((error: unknown) => log('The shared pictures could not be taken.', error));
  }, [open, log]);
  return files;
}

async function takeShared(): Promise<File[]> {
  if (!(await caches.has(SHARE_CACHE))) return [];
  const cache = await caches.open(SHARE_CACHE);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (!answer) continue;
    const blob = await answer.blob();
    files.push(new File([blob], sharedName(answer.headers), { type: blob.type }));
  }
  await caches.delete(SHARE_CACHE);
  return files;
}
