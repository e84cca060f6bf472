import { Route, Router, Switch } from 'wouter';
import { Gallery } from '../features/gallery/Gallery';
import { InstallHint } from '../features/landing/InstallHint';
import { Landing } from '../features/landing/Landing';
import { SiteLayout } from '../features/landing/SiteLayout';
import { Dialogs } from './Dialogs';
import { HashScroll } from './HashScroll';
import { Home } from './Home';
import { log } from './log';
import { useAppLocation } from './navigation';
import { workIdOf } from './workId';
import { WorkRoute } from './WorkRoute';
import { useInstallPrompt } from './useInstallPrompt';

/**
 * Every screen: the layout with the route's page in it, and the dialogs above. `ssrPath` is the
 * address while prerendering; browsers have their own.
 */
export function App(server: { ssrPath?: string }) {
  return (
    <Router hook={useAppLocation} {...server}>
      <Screens />
      <HashScroll />
      <Dialogs />
    </Router>
  );
}

function Screens() {
  const offer = useInstallPrompt(log);
  return (
    <SiteLayout>
      <Switch>
        <Route path="/">
          <Landing
            gallery={
              <>
                <Gallery />
                {offer && <InstallHint onInstall={offer.install} onDismiss={offer.dismiss} />}
              </>
            }
          />
        </Route>
        <Route path="/work/:id">{({ id }) => <WorkRoute id={workIdOf(id)} />}</Route>
        <Route>
          <Home />
        </Route>
      </Switch>
    </SiteLayout>
  );
}
