import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import type { Business, Facts } from '../contract/business';
import type { GalleryCard, GalleryWork, Review } from '../domain/types';
import { NotFound } from '../landing/NotFound';
import { SiteLayout } from '../landing/SiteLayout';
import { App, shellOf } from '../app/App';
import { business, siteOrigin } from '../shared/business/businessFacts';
import { telLink, whatsappLink } from '../shared/business/contactLinks';
import hero from '../shared/hero.json';
import { createOnce, type Services } from '../shared/services';
import { absentForm } from '../shared/form/requestFormState';
import { adjacentIn, createWorksStore, type WorksOfPage } from '../shared/works/worksStore';
import { ButtonLink } from '../ui/Button';
import { LINK_PICTURE } from '../domain/constants';
import { SHELL_ATTRIBUTE, WORKS_ID } from '../contract/names';

/** The parts of a page that are put into its HTML: index.html, 404.html, work.html and a file for each work. */
export interface RenderedPage {
  /** Title, description and so on, for the end of `<head>`. */
  head: string;
  /** The page's root with the elements beside it. */
  body: string;
}

/**
 * Renders the landing page as browsers will hydrate it, with the first works of the gallery if the build could read
 * them. All renderers here reject when a page needs a backend or a browser, because the build has neither.
 */
export function renderLanding(cards?: GalleryCard[]): Promise<RenderedPage> {
  return renderPage('/', cards && { cards });
}

/** Renders the page of all works, with those that the build has read, the newest first. */
export const renderAllWorks = (all?: GalleryCard[]): Promise<RenderedPage> =>
  renderPage('/work', all && { all });

/**
 * Renders the page of a work. `preview`: the path of the work's picture in links; without it, links show the site's own
 * picture.
 */
export function renderWork(
  work: GalleryWork,
  gallery: readonly GalleryWork[],
  reviews?: Review[],
  preview?: string,
): Promise<RenderedPage> {
  const named = gallery.map(({ id, title }) => ({ id, title }));
  const adjacent = adjacentIn(named, work.id);
  const picture = preview ? { path: preview, alt: work.title } : undefined;
  const isAlone = named.every(({ id, title }) => id === work.id || title !== work.title);
  const month = isAlone ? undefined : monthOf(work);
  return renderPage(`/work/${work.id}`, { work, adjacent, month }, reviews, picture);
}

/** The month of a work, such as "May 2026", wherever it is built. Undefined if the work has no time. */
function monthOf({ created }: GalleryWork): string | undefined {
  const time = new Date(created);
  if (Number.isNaN(time.getTime())) return undefined;
  return time.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Renders the page of a work that the build does not know. */
export const renderWorkShell = (): Promise<RenderedPage> => renderPage('/work/any');

async function renderPage(
  address: string,
  works?: WorksOfPage,
  reviews?: Review[],
  picture = SITE_PICTURE,
): Promise<RenderedPage> {
  const shell = shellOf(address);
  const work = works?.work;
  const { head, body } = await render(
    address,
    <App
      services={
        {
          requestForm: absentForm,
          works: createWorksStore(works ?? {}, reviews),
          once: createOnce(),
        } as Services
      }
    />,
  );
  const data = works ? dataBlock('application/json', works, WORKS_ID) : '';
  const things = [structuredBusiness(business, __FACTS__, siteOrigin)];
  const questions = shell === 'landing' ? __FACTS__?.questions : undefined;
  if (questions) things.push(structuredQuestions(questions));
  // Google names the site so above each result, and looks for the name on the landing page alone.
  if (shell === 'landing')
    things.push({ '@type': 'WebSite', name: business.name, url: `${siteOrigin}/` });
  if (work) things.push(structuredWork(work, siteOrigin), structuredPath(work, siteOrigin));
  const noScript = renderToStaticMarkup(
    <StaticRouter location={address}>
      <NoScript isLanding={shell === 'landing'} />
    </StaticRouter>,
  );
  return {
    head:
      head +
      linkPicture(picture) +
      dataBlock('application/ld+json', { '@context': CONTEXT, '@graph': things }),
    body: `${noScript}<div id="root" ${SHELL_ATTRIBUTE}="${shell}">${body}</div>${data}`,
  };
}

/** Renders the page for addresses that the site does not have. It needs no scripts (but see `notFoundGate.ts`). */
export async function renderNotFound(): Promise<RenderedPage> {
  const { head, body } = await render(
    '/404.html',
    <SiteLayout>
      <NotFound />
    </SiteLayout>,
  );
  return {
    head: head + linkPicture(SITE_PICTURE),
    body: `<div id="root" class="not-found">${body}</div>`,
  };
}

interface LinkPicture {
  path: string;
  alt: string;
}

/** The site's own picture: its left half shows the kitchen before, its right half after (`npm run hero:set`). */
const SITE_PICTURE: LinkPicture = { path: '/og.jpg', alt: `${hero.before}; ${hero.after}` };

/** The picture that a link to the page shows (Open Graph, ogp.me): always a JPEG of one size. */
function linkPicture({ path, alt }: LinkPicture): string {
  const properties = {
    '': siteOrigin + path,
    ':type': 'image/jpeg',
    ':width': String(LINK_PICTURE.width),
    ':height': String(LINK_PICTURE.height),
    ':alt': alt,
  };
  return renderToStaticMarkup(
    Object.entries(properties).map(([name, content]) => (
      <meta key={name} property={`og:image${name}`} content={content} />
    )),
  );
}

/** What links to the request form lead to without scripts. It says how else to reach the business. */
function NoScript({ isLanding }: { isLanding: boolean }) {
  return (
    <noscript>
      {isLanding && (
        <section id="request-service" aria-labelledby="no-script" className="no-script">
          <h2 id="no-script">Request service</h2>
          <p>Call us or write to us, and tell us about your cabinets.</p>
          <p className="no-script-ways">
            <ButtonLink variant="primary" icon="phone" href={telLink(business.phone)}>
              {business.phone}
            </ButtonLink>
            <ButtonLink icon="whatsapp" href={whatsappLink(business.whatsapp)} external>
              Whatsapp us
            </ButtonLink>
          </p>
        </section>
      )}
      {/* Hides placeholders, which would wait for ever. */}
      <style>{'[aria-busy="true"],[data-skeleton]{display:none!important}'}</style>
    </noscript>
  );
}

/** The elements of the head in front of the markup: without a document around it, React puts them there. */
const LEADING_HEAD = /^(?:<title>.*?<\/title>|<(?:meta|link) [^>]*>)+/s;

async function render(address: string, page: ReactNode): Promise<RenderedPage> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(<StaticRouter location={address}>{page}</StaticRouter>, {
    // Puts everything in its place at once. Otherwise React adds scripts that move late parts there.
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

const CONTEXT = 'https://schema.org';

/**
 * The business for search engines, as schema.org JSON-LD. Without a rating: Google's review snippet guidelines do not
 * accept ratings of a business on its own site.
 */
export function structuredBusiness(
  business: Business,
  facts: Facts | null,
  origin: string,
): object {
  const { name, phone, locality, region, postalCode, towns, mapsUrl, geo, profiles } = business;
  const city = (town: string) => ({ '@type': 'City', name: town });
  // A network's own front page says nothing about the business.
  const ownPages = profiles.map(({ url }) => url).filter((url) => new URL(url).pathname !== '/');
  return {
    '@type': 'HomeAndConstructionBusiness',
    '@id': `${origin}/#business`,
    name,
    url: `${origin}/`,
    telephone: phone,
    email: facts?.email,
    priceRange: facts?.priceRange,
    image: `${origin}/og.jpg`,
    logo: `${origin}/icons/icon-512.png`,
    address: {
      '@type': 'PostalAddress',
      streetAddress: facts?.street,
      addressLocality: locality,
      addressRegion: region,
      postalCode,
      addressCountry: 'US',
    },
    areaServed: towns?.map(city) ?? city(locality),
    hasMap: mapsUrl,
    geo: geo && { '@type': 'GeoCoordinates', ...geo },
    openingHoursSpecification: facts?.hours?.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days,
      opens,
      closes,
    })),
    sameAs: ownPages.length > 0 ? ownPages : undefined,
  };
}

export function structuredQuestions(questions: NonNullable<Facts['questions']>): object {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** A work for search engines. Without a rating: Google reports one of this type as an error. */
function structuredWork(work: GalleryWork, origin: string): object {
  const { id, title, created, cover } = work;
  const url = `${origin}/work/${encodeURIComponent(id)}`;
  return {
    '@type': 'CreativeWork',
    '@id': `${url}#work`,
    name: title,
    url,
    dateCreated: created || undefined,
    image: cover.url || undefined,
    creator: { '@id': `${origin}/#business` },
  };
}

/** The way to a work, which search engines show in place of the address. The last step is the page itself. */
const structuredPath = ({ title }: GalleryWork, origin: string): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'All our work', item: `${origin}/work` },
    { '@type': 'ListItem', position: 2, name: title },
  ],
});
