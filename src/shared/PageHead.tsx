import hero from './hero.json';
import { business, siteOrigin } from './business/businessFacts';

interface PageHeadProps {
  title: string;
  description: string;
  /** The path of the page's canonical address. Left out while it is not known (in the shell of all works). */
  path?: string | undefined;
  /** The image of link previews: absolute address, size in pixels. The default is the site's own image. */
  image?: { url: string; alt: string; width?: number; height?: number } | undefined;
  /** Keeps search engines from listing the page. */
  isUnlisted?: boolean;
}

/** The site's own image: its left half shows the kitchen before, its right half after (`npm run hero:set`). */
const SITE_IMAGE = {
  url: `${siteOrigin}/og.jpg`,
  alt: `${hero.before}; ${hero.after}`,
  width: 1200,
  height: 630,
};

/**
 * The route's data for browsers, search engines and link previews. Twitter cards use the Open Graph data as
 * their fallback. React moves all of it into the document's head.
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
        // Only for programs that read the HTML without running scripts.
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
