/** `VITE_SITE_URL` cannot be used; the message says why. */
export class SiteUrlError extends Error {
  override name = 'SiteUrlError';
}

/**
 * Origin of the deployed site, without a trailing slash: `VITE_SITE_URL`, else the address that every
 * Firebase project has by itself, else (local mode) the local backend's.
 * Throws `SiteUrlError` when `VITE_SITE_URL` is no bare http(s) address.
 */
export function siteOriginFrom(env: Readonly<Record<string, unknown>>): string {
  const variable = (name: string) => String(env[name] ?? '').trim();
  const given = variable('VITE_SITE_URL');
  if (given && !/^https?:\/\/[^/\s?#]+\/?$/i.test(given)) {
    throw new SiteUrlError(
      `VITE_SITE_URL is ${given}, but has to be like https://www.example.com, without a path.`,
    );
  }
  if (given) return given.replace(/\/$/, '');
  const project = variable('VITE_FIREBASE_PROJECT_ID');
  return project ? `https://${project}.web.app` : 'http://localhost:5000';
}
