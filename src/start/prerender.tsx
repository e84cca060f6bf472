import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import type { GalleryWork } from '../domain/types';
import { NotFound } from '../landing/NotFound';
import { SiteLayout } from '../landing/SiteLayout';
import { App, shellOf } from '../routing/App';
import { business, siteOrigin, telLink, whatsappLink, type Business } from '../shared/business';
import type { Services } from '../shared/services';
import { EMBEDDED, putEmbedded } from '../shared/worksStore';

/** The parts of a page that the built index.html lacks. */
export interface RenderedPage {
  /** Title, description and the like, for the end of `<head>`. */
  head: string;
  /** The page's root element with what stands beside it. */
  body: string;
}

/**
 * Renders a page as browsers will hydrate it, with the works that the build could read for it. Rejects
 * when rendering needs a backend or a browser: there are no services.
 */
export async function renderPage(address: string, works?: GalleryWork[]): Promise<RenderedPage> {
  if (works) putEmbedded(works, shellOf(address) !== 'work');
  const { head, body } = await render(address, <App services={{} as Services} />);
  const data = works ? dataBlock('application/json', works, EMBEDDED) : '';
  return {
    head: head + dataBlock('application/ld+json', structuredData(business, siteOrigin)),
    body: `${renderToStaticMarkup(NO_SCRIPT)}<div id="root" data-shell="${shellOf(address)}">${body}</div>${data}`,
  };
}

/** The page for addresses that the site does not have; it needs no scripts. */
export async function renderNotFound(): Promise<RenderedPage> {
  const { head, body } = await render(
    '/404.html',
    <SiteLayout>
      <NotFound />
    </SiteLayout>,
  );
  return { head, body: `<div id="root">${body}</div>` };
}

/** How to reach the business where scripts do not run; the gallery and the form need them. */
const NO_SCRIPT = (
  <noscript>
    <p className="no-script">
      The gallery and the request form need JavaScript. Without it you reach us by phone at{' '}
      <a href={telLink(business.phone)}>{business.phone}</a> or{' '}
      <a href={whatsappLink(business.whatsapp)}>on WhatsApp</a>.
    </p>
    {/* Placeholders would wait for ever. */}
    <style>{'[aria-busy="true"]{display:none!important}'}</style>
  </noscript>
);

/** React puts what belongs into the head in front of the markup, where there is no document around it. */
const LEADING_HEAD = /^(?:<title>.*?<\/title>|<(?:meta|link) [^>]*>)+/s;

async function render(address: string, page: ReactNode): Promise<RenderedPage> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(<StaticRouter location={address}>{page}</StaticRouter>, {
    // All in its place at once, without scripts that move it there.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => void failures.push(error),
  });
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  const head = LEADING_HEAD.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}

function dataBlock(type: string, data: unknown, id?: string): string {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="${type}"${id ? ` id="${id}"` : ''}>${text}</script>`;
}

/**
 * The business for search engines, as schema.org JSON-LD. No rating: one that a business gives
 * itself counts as spam (Google's review snippet guidelines).
 */
function structuredData(business: Business, origin: string): object {
  const { name, phone, blurb, locality, region, mapsUrl, instagram, facebook, tiktok } = business;
  return {
    '@context': 'https://schema.org',
    '@type': 'HomeAndConstructionBusiness',
    '@id': `${origin}/#business`,
    name,
    description: blurb,
    url: `${origin}/`,
    telephone: phone,
    image: `${origin}/og.jpg`,
    logo: `${origin}/icons/icon-512.png`,
    address: {
      '@type': 'PostalAddress',
      addressLocality: locality,
      addressRegion: region,
      addressCountry: 'US',
    },
    areaServed: { '@type': 'City', name: locality },
    hasMap: mapsUrl,
    // Only addresses of profiles; a network's own front page says nothing about the business.
    sameAs: [instagram, facebook, tiktok].filter((url) => new URL(url).pathname !== '/'),
  };
}
