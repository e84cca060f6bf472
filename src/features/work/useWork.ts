import { useCallback } from 'react';
import type { ReadFailure } from '../../domain/ports';
import type { GalleryWork } from '../../domain/types';
import { useServices } from '../services';
import { useRead } from '../useRead';
import { isWhole, useWorksSnapshot } from '../worksStore';

export interface WorkView {
  work: GalleryWork | undefined;
  failure: ReadFailure | undefined;
  retry: () => void;
}

/** One work: at once where the gallery is in memory, else (or if that is old) read by itself. */
export function useWork(id: string): WorkView {
  const { gallery } = useServices();
  const snapshot = useWorksSnapshot();
  const remembered = snapshot?.works.find((work) => work.id === id);
  const isRead = snapshot?.origin === 'begun' || isWhole(snapshot);
  const isFresh = remembered !== undefined && isRead;
  const read = useCallback((signal: AbortSignal) => gallery.work(id, signal), [gallery, id]);
  const { value, failure, reload } = useRead(isFresh ? undefined : read);

  // A definite 404 outweighs what a prerendered page remembers.
  const work = isFresh ? remembered : (value ?? (failure === 'missing' ? undefined : remembered));
  return { work, failure: work ? undefined : failure, retry: reload };
}
