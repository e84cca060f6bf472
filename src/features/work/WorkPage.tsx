import { useEffect, type ReactNode } from 'react';
import type { GalleryWork } from '../../domain/types';
import { business } from '../business';
import { PageHead } from '../PageHead';
import { useIsHydrated } from '../useIsHydrated';
import { Reviews, type ReviewAreaProps } from './Reviews';
import { useWork } from './useWork';
import { WorkArticle } from './WorkArticle';
import { WorkLoading, WorkUnavailable } from './WorkStates';
import styles from './WorkPage.module.css';

interface WorkPageProps {
  id: string;
  /** Called once the server has definitely said that there is no such work. */
  onMissing: () => void;
  reviewArea: (props: ReviewAreaProps) => ReactNode;
}

/** The page of one work. */
export function WorkPage({ id, onMissing, reviewArea }: WorkPageProps) {
  const { work, failure, retry } = useWork(id);
  const isMissing = failure === 'missing';
  useEffect(() => {
    if (isMissing) onMissing();
  }, [isMissing, onMissing]);

  return (
    <div className={styles.page}>
      <WorkHead id={id} work={work} isMissing={isMissing} />
      {work ? (
        <>
          <WorkArticle work={work} />
          {/* A new work starts with its own reviews. */}
          <Reviews key={id} workId={id} area={reviewArea} />
        </>
      ) : failure && !isMissing ? (
        <WorkUnavailable failure={failure} onRetry={retry} />
      ) : (
        <WorkLoading />
      )}
    </div>
  );
}

interface WorkHeadProps {
  id: string;
  work: GalleryWork | undefined;
  isMissing: boolean;
}

/** The shell that is prerendered for all works knows no address; a missing work is not to be listed. */
function WorkHead({ id, work, isMissing }: WorkHeadProps) {
  const isHydrated = useIsHydrated();
  const { cover } = work ?? {};
  return (
    <PageHead
      title={work ? `${work.title} | ${business.name}` : `Our work | ${business.name}`}
      description={
        work
          ? `${work.title}: pictures before and after, and what clients say. ${business.blurb}`
          : business.blurb
      }
      path={(isHydrated || work) && !isMissing ? `/work/${encodeURIComponent(id)}` : undefined}
      picture={cover?.url ? { url: cover.url, alt: cover.alt ?? work!.title } : undefined}
      isUnlisted={isMissing}
    />
  );
}
