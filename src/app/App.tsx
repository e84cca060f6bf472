/**
 * The wiring of the site: routes, the dialogs above all routes, and the real outside world (`createServices.ts`). It
 * joins the features, which never import each other.
 */
import { Suspense, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Gallery } from '../gallery/Gallery';
import { Landing } from '../landing/Landing';
import { SiteLayout } from '../landing/SiteLayout';
import { ToLanding } from '../shared/ToLanding';
import { business } from '../shared/business/businessFacts';
import { ServicesProvider, type Services } from '../shared/services';
import { lazyPart } from '../shared/loading/lazyPart';
import { PartBoundary } from '../shared/loading/PartBoundary';
import { CrashScreen } from './CrashScreen';
import { Dialogs } from './Dialogs';
import { useShownLocation } from './navigation';

const WorkWithReviews = lazyPart(
  async () => (await import('./WorkWithReviews')).WorkWithReviews,
  'Our work',
);
const AllWorks = lazyPart(
  async () => (await import('../gallery/AllWorks')).AllWorks,
  'All our work',
);

// Made only once: React renders an unchanged element again only when its own state changes.
const GALLERY = <Gallery />;
const WORK = whenLoaded(<WorkWithReviews />);
const ALL_WORKS = whenLoaded(<AllWorks />);
const HOME = <ToLanding />;

/**
 * Shows a page once its code is loaded. What stands in for it is as high as the screen, so that the footer stays below.
 */
function whenLoaded(page: ReactElement): ReactElement {
  return (
    <Suspense fallback={<div style={{ minHeight: '100vh' }} aria-busy="true" />}>{page}</Suspense>
  );
}

/** The whole page, to be rendered in a router: the layout with the route's screen, and the dialogs above it. */
export function App({ services }: { services: Services }) {
  return (
    <CrashScreen safety={services.safety}>
      <ServicesProvider value={services}>
        <SiteLayout>
          <PartBoundary name="the page's content" heading={business.name}>
            <Page />
          </PartBoundary>
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
      <Route path="/work" element={ALL_WORKS} />
      <Route path="/work/:id" element={WORK} />
      <Route path="*" element={HOME} />
    </Routes>
  );
}

/**
 * The kinds of pages that the build renders: the landing page, all works, and one work, which the build may know or
 * not.
 */
export type Shell = 'landing' | 'works' | 'work';

/** The kind of rendered page that hosting sends for a path; undefined if it sends none. */
export function shellOf(pathname: string): Shell | undefined {
  if (pathname === '/') return 'landing';
  if (/^\/work\/?$/.test(pathname)) return 'works';
  return /^\/work\/[^/]+\/?$/.test(pathname) ? 'work' : undefined;
}
