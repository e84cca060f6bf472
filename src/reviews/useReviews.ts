import { useCallback, useMemo, useState } from 'react';
import type { Review } from '../domain/types';
import { useServices } from '../shared/services';
import { useRead, type ReadView } from '../shared/loading/useRead';
import type { Rating, ReviewPage } from './port';
import type { ReviewListProps } from './ReviewList';
import { totalOfWork, type Total } from './data/rating';

export interface WorkReviews {
  newest: ReadView<Review[]>;
  list: ReviewListProps;
  /** The total of the work: null until it is known, undefined if it could not be read. */
  total: Total | null | undefined;
}

export function useReviews(workId: string): WorkReviews {
  const { reviews } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => reviews.newest(workId, signal),
    [reviews, workId],
  );
  const { value: page, failure, reload } = useRead(read);
  return {
    newest: { value: page?.reviews, failure, reload },
    list: useList(workId, page, reload),
    total: useTotal(workId, page),
  };
}

/** The total of a work. It is read again with each page: a review that was just posted is in both. */
function useTotal(workId: string, page: ReviewPage | undefined): Total | null | undefined {
  const { reviews } = useServices();
  const read = useMemo(
    () => (page?.next ? (signal: AbortSignal) => reviews.rating(workId, signal) : undefined),
    [reviews, workId, page],
  );
  const { value, failure } = useRead(read);
  // While the rating is read again, the last one counts, with the reviews that are newer.
  const [known, setKnown] = useState<Rating>();
  if (value && value !== known) setKnown(value);
  if (!page) return null;
  const total = totalOfWork(page, value ?? known);
  return total ?? (failure ? undefined : null);
}

const NONE: ReviewPage = { reviews: [] };

/** The reviews that were read, and what reads more of them. A newer page begins anew. */
function useList(
  workId: string,
  newest: ReviewPage = NONE,
  reload: () => Promise<void>,
): ReviewListProps {
  const { reviews: port } = useServices();
  const [longer, setLonger] = useState({ newest, all: newest });
  const { reviews, next } = longer.newest === newest ? longer.all : newest;
  const readMore = async () => {
    if (!next) return true;
    const read = await port.more(workId, next).catch(() => undefined);
    // The work was removed: the first page says so.
    if (read && !read.ok && read.reason === 'missing') await reload();
    if (!read?.ok) return false;
    setLonger({
      newest,
      all: { ...read.value, reviews: [...reviews, ...read.value.reviews] },
    });
    return true;
  };
  return { reviews, hasMore: next !== undefined, readMore };
}
