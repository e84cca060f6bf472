import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { RetryButton } from './Button';
import styles from './lazyPart.module.css';
import { StateNotice } from './Notice';

/**
 * A part whose code is loaded when it is first shown. Where that does not arrive, the part says so and
 * the rest of the page stays; browsers remember the failure, so only a new page can ask again. A part
 * that would have brought the page's heading gives one for that case.
 */
export function lazyPart<P>(
  load: () => Promise<ComponentType<P>>,
  heading?: string,
): LazyExoticComponent<ComponentType<P>> {
  const Missing = () => <NotLoaded heading={heading} />;
  return lazy(async () => ({ default: await load().catch(() => Missing) }));
}

function NotLoaded({ heading }: { heading: string | undefined }) {
  const notice = (
    <StateNotice
      icon="cloud-wait"
      title="This part of the page did not load."
      action={<RetryButton onClick={() => location.reload()} />}
    >
      Your connection may be weak. Nothing you have typed or saved is lost.
    </StateNotice>
  );
  if (!heading) return notice;
  return (
    <div className={styles.page}>
      <h1>{heading}</h1>
      {notice}
    </div>
  );
}
