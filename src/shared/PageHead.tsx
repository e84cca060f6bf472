import hero from './hero.json';
import { business, siteOrigin } from './businessFacts';

interface PageHeadProps {
  title: string;
  description: string;
  /** The page's one address, as a path; left out while it is not known (the shell of all works). */
  path?: string | undefined;
  /** What a link preview shows, by its absolute address, in pixels; the site's own image unless told. */
  image?: { url: string; alt: string; width?: number; height?: number } | undefined;
  /** Keeps search engines from listing the page. */
  isUnlisted?: boolean;
}

/** Before on its left half, after on its right (`npm run hero:set`). */
const SITE_IMAGE = {
  url: `${siteOrigin}/og.jpg`,
  alt: `${hero.before}; ${hero.after}`,
  width: 1200,
  height: 630,
};

/**
 * What the route says to browsers, search engines and link previews (Open Graph, which Twitter cards
 * fall back to). React moves all of it into the document's head.
 */
export function PageHead(props: PageHeadProps) {
  const { title, description, path, image = SITE_IMAGE, isUnlisted = false } = props;
  const url = path === undefined ? undefined : siteOrigin + path;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {isUnlisted && <meta name="robots" content="noindex" />}
      {url && <link rel="canonical" href={url} />}
      {url && <meta property="og:url" content={url} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={image.url} />
      {import.meta.env.SSR && (
        // For those who read the HTML alone.
        <>
          {image.width && <meta property="og:image:width" content={String(image.width)} />}
          {image.height && <meta property="og:image:height" content={String(image.height)} />}
          <meta property="og:image:alt" content={image.alt} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={business.name} />
          <meta property="og:locale" content="en_US" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
