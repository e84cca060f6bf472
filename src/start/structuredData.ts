import type { Business } from '../shared/business';

/**
 * The business for search engines, as schema.org JSON-LD. No rating: one that a business gives
 * itself counts as spam (Google's review snippet guidelines).
 */
export function structuredData(business: Business, origin: string): object {
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
