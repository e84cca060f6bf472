import { useCallback } from 'react';
import type { Review } from '../../domain/types';
import { useServices } from '../services';
import { useRead, type ReadView } from '../useRead';

/** The reviews of a work, newest first. */
export function useReviews(workId: string): ReadView<Review[]> {
  const { gallery } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => gallery.reviews(workId, signal),
    [gallery, workId],
  );
  return useRead(read);
}
