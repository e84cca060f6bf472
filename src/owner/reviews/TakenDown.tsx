/** A review as the owner's lists show it, and taking one down: what was taken down can be put back. */
import type { RefObject } from 'react';
import { quotePath } from '../../firebase/rest/quotes';
import { readableDate } from '../../lib/readableDate';
import { LongText } from '../../ui/LongText';
import { Stars } from '../../ui/Stars';
import { shortened } from '../../ui/stringHelpers';
import type { PagesView } from '../List';
import styles from '../OwnerPage.module.css';
import type { OwnerDocumentsPort, TakenDownReview, WorkReview, WriteOutcome } from '../ports';
import { leave, RemovedList, useMoved, type Show } from '../Undo';

export const nameOf = ({ work, review }: WorkReview) => ({ work, review: review.id });
export const pathOf = (item: WorkReview) => quotePath(nameOf(item));

/** Its work and day, and how it begins. */
export const shortReview = (
  { work, review: { created, stars, text } }: WorkReview,
  title?: string,
) => `${title ?? work}, ${readableDate(created)}: ${shortened(text).trim() || `${stars} stars`}`;

/** Which review a button is of, for whoever hears only the buttons. */
export const nameOfReview = (item: WorkReview, title?: string) => `(${shortReview(item, title)})`;

/** Its stars, its day and its words. */
export function ReviewText({ item: { review }, of }: { item: WorkReview; of: string }) {
  return (
    <>
      <p className={styles.line}>
        <Stars value={review.stars} />
        <time dateTime={review.created}>{readableDate(review.created)}</time>
      </p>
      {review.text && <LongText text={review.text} of={of} />}
    </>
  );
}

interface TakingDownDeps {
  documents: Pick<OwnerDocumentsPort, 'takeDown' | 'restoreReview'>;
  /** The reviews that can be put back. */
  takenDown: PagesView<TakenDownReview>;
  write(run: () => Promise<WriteOutcome>): Promise<WriteOutcome>;
  onTakenDown(path: string): void;
}

/** Takes reviews down and puts them back; knows by their paths which ones this page has taken down. */
export function useTakingDown({ documents, takenDown, write, onTakenDown }: TakingDownDeps) {
  const { gone, back, onRemoved, onPutBack } = useMoved(takenDown, pathOf);
  return {
    gone,
    back,
    async takeDown(item: WorkReview) {
      const outcome = await write(() => documents.takeDown(nameOf(item)));
      if (outcome !== 'stored') return outcome;
      onRemoved(pathOf(item));
      onTakenDown(pathOf(item));
      return outcome;
    },
    async putBack(item: WorkReview, show?: Show) {
      const outcome = await write(() => documents.restoreReview(nameOf(item)));
      if (outcome === 'stored') onPutBack(pathOf(item), show);
      return outcome;
    },
  };
}

type TakingDown = ReturnType<typeof useTakingDown>;

interface TakenDownReviewsProps extends Pick<TakingDown, 'gone' | 'putBack'> {
  takenDown: PagesView<TakenDownReview>;
  /** The list above. */
  reviews: PagesView<WorkReview>;
  titleOf(work: string): string | undefined;
  heading: RefObject<HTMLElement | null>;
}

/** The reviews that were taken down within the week. */
export function TakenDownReviews(props: TakenDownReviewsProps) {
  const { takenDown, reviews, gone, putBack, titleOf, heading } = props;
  const isListed = (path: string) => reviews.items?.some((item) => pathOf(item) === path) === true;
  return (
    <RemovedList<TakenDownReview>
      title="Reviews that were taken down"
      pages={takenDown}
      isInPlace={(item) => gone.has(pathOf(item)) && isListed(pathOf(item))}
      keyOf={pathOf}
      nameOf={(item) => nameOfReview(item, titleOf(item.work))}
      putBack={(item, row) =>
        putBack(item, (change) => {
          leave(row, change, heading.current);
          reviews.again();
        })
      }
    >
      {(item) => (
        <>
          <ReviewText item={item} of={nameOfReview(item, titleOf(item.work))} />
          <p className={styles.hint}>{`About ${titleOf(item.work) ?? item.work}`}</p>
        </>
      )}
    </RemovedList>
  );
}
