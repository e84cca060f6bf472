import { ToolError } from '../toolErrors.ts';

/**
 * The origin of the deployed site, without a trailing slash: `VITE_SITE_URL`; if that is not set, the address that
 * Firebase gives to every project; in local mode the local backend's. Throws `ToolError` if `VITE_SITE_URL` is
 * anything but an http(s) address without a path.
 */
export function siteOriginFrom(env: Readonly<Record<string, unknown>>): string {
  const variable = (name: string) => String(env[name] ?? '').trim();
  const given = variable('VITE_SITE_URL');
  if (given && !/^https?:\/\/[^/\s?#]+\/?$/i.test(given)) {
    throw new ToolError(
      `VITE_SITE_URL in .env is ${given}. Write it like https://www.example.com, without a path.`,
    );
  }
  if (given) return given.replace(/\/$/, '');
  const project = variable('VITE_FIREBASE_PROJECT_ID');
  return project ? `https://${project}.web.app` : 'http://localhost:5000';
}

/**
 * Throws `ToolError` if `VITE_TOKEN_SYNC_URL` is neither https, nor a path of the site, nor an address of this
 * machine: whoever reads an ID token on its way is signed in as that visitor.
 */
export function checkTokenSync(env: Readonly<Record<string, unknown>>): void {
  const given = String(env['VITE_TOKEN_SYNC_URL'] ?? '');
  const isPath = /^\/(?![/\\])/.test(given);
  if (given === '' || isPath) return;
  const { protocol, hostname } = URL.canParse(given) ? new URL(given) : new URL('none:');
  const isHere = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || isHere) return;
  throw new ToolError(
    `VITE_TOKEN_SYNC_URL in .env is ${given}. Write it like https://www.example.com/token, or as a path of the site like /token.`,
  );
}
