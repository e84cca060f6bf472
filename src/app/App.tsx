import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { Gallery } from '../gallery/Gallery';
import { Landing } from '../landing/Landing';
import { SiteLayout } from '../landing/SiteLayout';
import { ServicesProvider, type Services } from '../shared/services';
import { lazyPart } from '../ui/lazyPart';
import { CrashScreen } from './CrashScreen';
import { Dialogs } from './Dialogs';
import { useShownLocation } from './navigation';

const WorkRoute = lazyPart(async () => (await import('./WorkRoute')).WorkRoute, 'Our work');

// Made once: React renders the same element again only where its own state changes.
const GALLERY = <Gallery />;
const WORK = (
  // The fallback keeps the footer where it is while the page's code arrives.
  <Suspense fallback={<div style={{ minHeight: '100vh' }} aria-busy="true" />}>
    <WorkRoute />
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
  return (
    <Routes location={useShownLocation()}>
      <Route path="/" element={<Landing gallery={GALLERY} />} />
      <Route path="/work/:id" element={WORK} />
      <Route path="*" element={HOME} />
    </Routes>
  );
}

/** The kinds of pages that are prerendered: the landing page, and the page of a work, known or not. */
export type Shell = 'landing' | 'work';

/** Which prerendered page hosting answers for a path; undefined where the site has no such page. */
export function shellOf(pathname: string): Shell | undefined {
  if (pathname === '/') return 'landing';
  return /^\/work\/[^/]+\/?$/.test(pathname) ? 'work' : undefined;
}
