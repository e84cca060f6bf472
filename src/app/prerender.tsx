import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { business } from '../features/business';
import { NotFound } from '../features/landing/NotFound';
import { SiteLayout } from '../features/landing/SiteLayout';
import { ServicesProvider } from '../features/services';
import { siteOrigin } from '../features/site';
import { structuredData } from '../features/structuredData';
import { App } from './App';
import { AppContextProvider, type AppContext } from './context';
import { NoScript } from './NoScript';
import type { Shell } from './shells';

/** The parts of a page that the built index.html lacks. */
export interface RenderedPage {
  /** Title, description and the like, for the end of `<head>`. */
  head: string;
  /** What stands in the page's root element. */
  body: string;
  /** For browsers without scripts. */
  noScript: string;
}

/** Any address of the shell: nothing of it is in the markup. */
const ADDRESSES: Record<Shell, string> = { landing: '/', work: '/work/any' };

/** Renders a shell as browsers will hydrate it. Rejects when rendering needs a backend or a browser. */
export async function renderShell(shell: Shell): Promise<RenderedPage> {
  const context: AppContext = {
    services: unavailable('services'),
    safety: unavailable('safety'),
    unsaved: unavailable('unsaved'),
    version: unavailable('version'),
  };
  const page = await render(
    <AppContextProvider value={context}>
      <ServicesProvider value={context.services}>
        <App ssrPath={ADDRESSES[shell]} />
      </ServicesProvider>
    </AppContextProvider>,
  );
  return { ...page, head: page.head + jsonLd(), noScript: renderToStaticMarkup(<NoScript />) };
}

/** The page for addresses that the site does not have; it needs no scripts. */
export async function renderNotFound(): Promise<RenderedPage> {
  const page = await render(
    <SiteLayout>
      <NotFound />
    </SiteLayout>,
  );
  return { ...page, noScript: '' };
}

/** React puts what belongs into the head in front of the markup, where there is no document around it. */
const LEADING_HEAD = /^(?:<title>.*?<\/title>|<(?:meta|link) [^>]*>)+/s;

async function render(page: ReactNode): Promise<{ head: string; body: string }> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(page, { onError: (error) => void failures.push(error) });
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  const head = LEADING_HEAD.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}

function jsonLd(): string {
  const text = JSON.stringify(structuredData(business, siteOrigin)).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${text}</script>`;
}

/** A part of the outside world that is handed on while rendering, but may not be used. */
function unavailable<T extends object>(path: string): T {
  return new Proxy(() => {}, {
    get: (_, name) => unavailable(`${path}.${String(name)}`),
    apply: () => {
      throw new Error(`${path} was called while prerendering.`);
    },
  }) as unknown as T;
}
