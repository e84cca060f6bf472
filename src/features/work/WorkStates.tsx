import type { ReadFailure } from '../../domain/ports';
import { Button, ButtonLink } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { StateNotice } from '../../ui/StateNotice';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import { WorkHeader } from './WorkHeader';
import styles from './WorkPage.module.css';

/** A work's page while the work is read; also what `/work/*` is prerendered as. */
export function WorkLoading() {
  return (
    <WorkHeader
      title={
        <span aria-busy="true">
          <VisuallyHidden>Loading this work…</VisuallyHidden>
          <Skeleton className={styles.loadingTitle} />
        </span>
      }
      cover={<Skeleton className={styles.loadingCover} />}
    />
  );
}

interface WorkUnavailableProps {
  failure: ReadFailure;
  onRetry: () => void;
}

/** A work that could not be read, which is not the same as one that does not exist. */
export function WorkUnavailable({ failure, onRetry }: WorkUnavailableProps) {
  const isOffline = failure === 'offline';
  return (
    <div className={styles.unavailable}>
      <h1 className={styles.title}>Our work</h1>
      <StateNotice
        icon={isOffline ? 'wifi-off' : 'cloud-wait'}
        title={
          isOffline
            ? 'You are offline and this work is not saved on this device yet.'
            : 'This work did not load.'
        }
        action={
          <div className={styles.actions}>
            <Button icon="retry" onClick={onRetry}>
              Try again
            </Button>
            <ButtonLink variant="quiet" href="/#gallerySection">
              See more works
            </ButtonLink>
          </div>
        }
      >
        {isOffline
          ? 'It opens here as soon as you are back online.'
          : 'Something between you and us did not work. Your connection may be slow right now.'}
      </StateNotice>
    </div>
  );
}
