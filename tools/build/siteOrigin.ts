/** `VITE_SITE_URL` cannot be used; the message says why. */
export class SiteUrlError extends Error {
  override name = 'SiteUrlError';
}

/**
 * The origin of the deployed site, without a trailing slash: `VITE_SITE_URL`; if that is not set, the address that
 * Firebase gives to every project; in local mode the local backend's. Throws `SiteUrlError` if `VITE_SITE_URL` is
 * anything but an http(s) address without a path.
 */
export function siteOriginFrom(env: Readonly<Record<string, unknown>>): string {
  const variable = (name: string) => String(env[name] ?? '').trim();
  const given = variable('VITE_SITE_URL');
  if (given && !/^https?:\/\/[^/\s?#]+\/?$/i.test(given)) {
    throw new SiteUrlError(
      `VITE_SITE_URL in .env is ${given}. Write it like https://www.example.com, without a path.`,
    );
  }
  if (given) return given.replace(/\/$/, '');
  const project = variable('VITE_FIREBASE_PROJECT_ID');
  return project ? `https://${project}.web.app` : 'http://localhost:5000';
}
