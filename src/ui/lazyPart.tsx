import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { network } from '../lib/network';
import { RetryButton } from './Button';
import styles from './lazyPart.module.css';
import { StateNotice } from './Notice';

/**
 * Milliseconds before a failure is shown. After a deployment an old page cannot load its parts any more. In
 * this time it begins to reload as the new version (src/update/newBuild.ts), so no failure need be shown.
 */
const FAILURE_DELAY = 2000;

/**
 * A part of the page whose code is loaded when it is first shown. If the code does not load, a notice replaces
 * the part and the rest of the page stays. Browsers remember a module that failed to load, so the notice offers
 * to reload the page. `heading`: the page's heading beside the notice, for a part that contains it otherwise.
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
      if (network.isOnline()) await new Promise((resolve) => setTimeout(resolve, FAILURE_DELAY));
      return { default: () => (heading ? page : notice) };
    }
  });
}
