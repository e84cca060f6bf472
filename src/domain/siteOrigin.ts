/** The variables that say where the site is. */
export interface SiteEnvironment {
  VITE_SITE_URL?: string | undefined;
  VITE_FIREBASE_PROJECT_ID?: string | undefined;
}

/**
 * Origin of the deployed site, without a trailing slash: `VITE_SITE_URL`, else the address that every
 * Firebase project has by itself, else (local mode) the local backend's.
 * Throws an `Error` when `VITE_SITE_URL` is no bare http(s) address.
 */
export function siteOriginFrom(env: SiteEnvironment): string {
  const given = env.VITE_SITE_URL?.trim();
  if (given) return originOf(given);
  const project = env.VITE_FIREBASE_PROJECT_ID?.trim();
  return project ? `https://${project}.web.app` : 'http://localhost:5000';
}

const ORIGIN = /^https?:\/\/[^/\s?#]+\/?$/i;

function originOf(address: string): string {
  if (!ORIGIN.test(address)) {
    throw new Error(
      `VITE_SITE_URL is ${address}, but has to be like https://www.example.com, without a path.`,
    );
  }
  return address.replace(/\/$/, '');
}
