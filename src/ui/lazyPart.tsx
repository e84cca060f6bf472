import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { Button } from './Button';
import { StateNotice } from './StateNotice';

/**
 * A part whose code is loaded when it is first shown. Where that does not arrive, the part says so and
 * the rest of the page stays; browsers remember the failure, so only a new page can ask again.
 */
export function lazyPart<P>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await load().catch(() => NotLoaded) }));
}

function NotLoaded() {
  const again = (
    <Button icon="retry" onClick={() => location.reload()}>
      Try again
    </Button>
  );
  return (
    <StateNotice icon="cloud-wait" title="This part of the page did not load." action={again}>
      Your connection may be weak. Nothing you have typed or saved is lost.
    </StateNotice>
  );
}
