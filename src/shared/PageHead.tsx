import { business, siteOrigin } from './business/businessFacts';

interface PageHeadProps {
  title: string;
  description: string;
  /** The path of the page's canonical address. Left out while it is not known (in the shell for works). */
  path?: string | undefined;
  isUnlisted?: boolean;
}

/**
 * What browsers, search engines and link previews need of a page. Twitter cards use the Open Graph data as their
 * fallback. React moves all of it into the document's head. The picture of link previews is the build's
 * (src/start/prerender.tsx), because programs that show links run no scripts.
 */
export function PageHead(props: PageHeadProps) {
  const { title, description, path, isUnlisted = false } = props;
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
      {import.meta.env.SSR && (
        // Only for programs that read the HTML without running scripts.
        <>
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={business.name} />
          <meta property="og:locale" content="en_US" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
