import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { RetryButton } from './Button';
import styles from './lazyPart.module.css';
import { StateNotice } from './Notice';

/**
 * Milliseconds until a failure is told. Within them a page from before a deployment has begun to go on in the
 * new one (src/update/newBuild.ts).
 */
const PATIENCE = 2000;

/**
 * A part whose code is loaded when it is first shown. Where that does not arrive, the part says so and
 * the rest of the page stays; browsers remember the failure, so only a new page can ask again. `heading` is
 * for a part that would have brought the page's heading.
 */
export function lazyPart<P>(
  load: () => Promise<ComponentType<P>>,
  heading?: string,
): LazyExoticComponent<ComponentType<P>> {
  const notice = (
    <StateNotice
      icon="cloud-wait"
      title="This part of the page did not load."
      action={<RetryButton onClick={() => location.reload()} />}
    >
      Your connection may be weak. Nothing you have typed or saved is lost.
    </StateNotice>
  );
  const page = (
    <div className={styles.page}>
      <h1>{heading}</h1>
      {notice}
    </div>
  );
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      if (navigator.onLine) await new Promise((resolve) => setTimeout(resolve, PATIENCE));
      return { default: () => (heading ? page : notice) };
    }
  });
}
