import { useCallback } from 'react';
import { useServices } from '../services';
import { useRead } from '../useRead';
import { useWorks } from '../worksStore';

/** One work: at once where it is in memory; read by itself unless this visit has read the gallery. */
export function useWork(id: string) {
  const { gallery: port } = useServices();
  const { gallery = [], from, ofPage } = useWorks();
  const remembered = [...gallery, ...(ofPage ? [ofPage] : [])].find((work) => work.id === id);
  const isFresh = from !== 'html' && gallery.some((work) => work.id === id);
  const read = useCallback((signal: AbortSignal) => port.work(id, signal), [port, id]);
  const { value, failure, reload } = useRead(isFresh ? undefined : read);

  // A definite 404 outweighs what a prerendered page remembers.
  const work = isFresh ? remembered : (value ?? (failure === 'missing' ? undefined : remembered));
  return { work, failure: work ? undefined : failure, retry: reload };
}
