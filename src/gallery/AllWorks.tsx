/**
 * The page `/work`: all works, the newest first, each one link away. The build renders it; a browser adds what no build
 * knows.
 */
import { useCallback, useState } from 'react';
import type { GalleryCard } from '../domain/types';
import { RetryButton, ButtonLink } from '../ui/Button';
import { NOT_REACHED, ReadFailed } from '../ui/Notice';
import { business, TRADE_IN_TOWN } from '../shared/business/businessFacts';
import { useRead } from '../shared/loading/useRead';
import { PageHead } from '../shared/PageHead';
import { useServices } from '../shared/services';
import { useWorks } from '../shared/works/useWorks';
import styles from './AllWorks.module.css';
import { LISTED_FOR } from './feed';
import { Loading, Works } from './Gallery';

export function AllWorks() {
  const { works, failure, retry } = useAllWorks();
  return (
    <section aria-labelledby="all-works-title" className={styles.page}>
      <PageHead
        path="/work"
        title={`All our work | ${TRADE_IN_TOWN}`}
        description={`Every kitchen, bath and laundry that ${business.name} shows, the newest first: ${business.trade.toLowerCase()} in ${business.area}, before and after.`}
      />
      <div className={styles.words}>
        <h1 id="all-works-title" className={styles.title}>
          All our work
        </h1>
        <p className={styles.text}>
          The newest first. Open one to see it before and after, and what our clients say.
        </p>
      </div>
      {works ? (
        <Works name="newest" works={works} />
      ) : failure ? (
        <ReadFailed
          failure={failure}
          offline={[
            'You are offline.',
            'The list of our works is not saved on this device yet. It loads as soon as you are back online.',
          ]}
          failed={['Our works did not load.', NOT_REACHED]}
          action={<RetryButton onClick={retry} />}
        />
      ) : (
        <Loading />
      )}
      <p>
        <ButtonLink variant="primary" icon="brush" href="/#request-service">
          Request service
        </ButtonLink>
      </p>
    </section>
  );
}

/**
 * All works: the gallery where this visit has all of it, or what the server answers. While it is asked, and where it does
 * not answer, what the page brings or the build has written.
 */
function useAllWorks() {
  const { gallery: port, works: store } = useServices();
  const { all, pages, gallery } = useWorks();
  const [shownFirst] = useState(all?.works);
  const isWhole = pages !== undefined && !pages[pages.length - 1]?.next;

  const list = useCallback(async () => {
    const { all: known } = store.current();
    if (known?.readAt !== undefined && Date.now() - known.readAt < LISTED_FOR)
      return { ok: true, value: known } as const;
    const read = await port.all();
    const listed = read.ok ? read.value : (known ?? (await port.built()));
    if (listed) store.putAll(listed);
    return read;
  }, [port, store]);
  const { failure, reload } = useRead(isWhole ? undefined : list);

  const works = isWhole ? newestFirst(gallery ?? []) : inPlace(all?.works, shownFirst);
  return { works, failure, retry: reload };
}

/** Works that come while others are shown follow them: nothing that is looked at moves. The next look has them in order. */
function inPlace(
  works: readonly GalleryCard[] | undefined,
  shownFirst: readonly GalleryCard[] = [],
): readonly GalleryCard[] | undefined {
  const places = new Map(shownFirst.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: GalleryCard) => places.get(id)!;
  return (
    works && [
      ...works.filter(({ id }) => places.has(id)).sort((a, b) => placeOf(a) - placeOf(b)),
      ...works.filter(({ id }) => !places.has(id)),
    ]
  );
}

const newestFirst = (works: readonly GalleryCard[]): GalleryCard[] =>
  works.map((_, index) => works[works.length - 1 - index]!);
