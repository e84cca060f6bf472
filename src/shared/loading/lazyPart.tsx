import { lazy, useState, type ComponentType, type LazyExoticComponent } from 'react';
import { RetryButton } from '../../ui/Button';
import { StateNotice } from '../../ui/Notice';
import { network } from '../../lib/network';
import styles from './lazyPart.module.css';
import { useServices } from '../services';

/**
 * Milliseconds before a failure is shown. After a deployment an old page cannot load its parts any more. In
 * this time it begins to reload as the new version (src/update/newBuild.ts), so no failure need be shown.
 */
const FAILURE_DELAY = 2000;

/**
 * A part of the page whose code is loaded when it is first shown. If the code does not load, a notice replaces the
 * part. Browsers remember a module that failed to load, so the notice offers to reload the page. `heading`: the page's
 * heading beside the notice, for a part that contains it otherwise.
 */
export function lazyPart<P>(
  load: () => Promise<ComponentType<P>>,
  heading?: string,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      if (network.isOnline()) await new Promise((resolve) => setTimeout(resolve, FAILURE_DELAY));
      return { default: () => (heading ? <PageNotLoaded heading={heading} /> : <NotLoaded />) };
    }
  });
}

function PageNotLoaded({ heading }: { heading: string }) {
  return (
    <div className={styles.page}>
      <h1>{heading}</h1>
      <NotLoaded />
    </div>
  );
}

/** The page is reloaded only once nothing is lost by that: a request may be only in its memory. */
function NotLoaded() {
  const { safety } = useServices();
  const [isWaiting, setIsWaiting] = useState(false);
  const onRetry = () => {
    setIsWaiting(true);
    safety.whenSafe(() => location.reload(), { mayDisturb: true });
  };
  return (
    <StateNotice
      icon="cloud-wait"
      title="This part of the page did not load."
      action={<RetryButton onClick={onRetry} />}
    >
      {isWaiting
        ? 'Something of yours is only in this page. It loads again as soon as that is sent.'
        : 'Your connection may be weak.'}
    </StateNotice>
  );
}
