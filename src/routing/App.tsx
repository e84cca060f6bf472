import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { Gallery } from '../gallery/Gallery';
import { useInstallPrompt } from '../landing/InstallHint';
import { Landing } from '../landing/Landing';
import { SiteLayout } from '../landing/SiteLayout';
import { ServicesProvider, type Services } from '../shared/services';
import { lazyPart } from '../ui/lazyPart';
import styles from './App.module.css';
import { CrashScreen } from './CrashScreen';
import { Dialogs } from './Dialogs';
import { log } from '../shared/log';
import { useShownLocation } from './navigation';

/** The page of a work with its review area; one chunk, none of it on the landing page. */
const WorkScreen = lazyPart(async () => (await import('./WorkScreen')).default, 'Our work');

// Not made anew with each address: what is the same is not rendered again.
const GALLERY = <Gallery />;
const WORK = (
  <Suspense fallback={<div className={styles.arriving} aria-busy="true" />}>
    <WorkScreen />
  </Suspense>
);
/** Any address the site does not know leads home, leaving no entry behind. */
const HOME = <Navigate to="/" replace />;

/** All of the page, within a router: the layout with the route's screen in it, and the dialogs above. */
export function App({ services }: { services: Services }) {
  return (
    <CrashScreen>
      <ServicesProvider value={services}>
        <SiteLayout>
          <Page />
        </SiteLayout>
        <Dialogs />
      </ServicesProvider>
    </CrashScreen>
  );
}

function Page() {
  const offer = useInstallPrompt(log);
  return (
    <Routes location={useShownLocation()}>
      <Route path="/" element={<Landing gallery={GALLERY} install={offer} />} />
      <Route path="/work/:id" element={WORK} />
      <Route path="*" element={HOME} />
    </Routes>
  );
}
