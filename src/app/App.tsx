import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { Gallery } from '../features/gallery/Gallery';
import { Landing } from '../features/landing/Landing';
import { SiteLayout } from '../features/landing/SiteLayout';
import { useInstallPrompt } from '../features/landing/useInstallPrompt';
import { lazyPart } from '../ui/lazyPart';
import styles from './App.module.css';
import { Dialogs } from './Dialogs';
import { log } from './log';
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

/** Every screen, within a router: the layout with the route's page in it, and the dialogs above. */
export function App() {
  return (
    <>
      <Screens />
      <Dialogs />
    </>
  );
}

function Screens() {
  const offer = useInstallPrompt(log);
  return (
    <SiteLayout>
      <Routes location={useShownLocation()}>
        <Route path="/" element={<Landing gallery={GALLERY} install={offer} />} />
        <Route path="/work/:id" element={WORK} />
        <Route path="*" element={HOME} />
      </Routes>
    </SiteLayout>
  );
}
