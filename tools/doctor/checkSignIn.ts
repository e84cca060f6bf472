import {
  ask,
  authenticationOf,
  entriesOf,
  memberOf,
  providersOf,
  type Json,
} from '../googleProject';
import { fail, googleOf, passUnless, visit, type DoctorContext, type Finding } from './check';

const hostsOf = ({ config, site }: DoctorContext) => [
  ...new Set([new URL(site).hostname, config.authDomain]),
];

export async function authorisedDomains(context: DoctorContext): Promise<Finding> {
  const found = await authenticationOf(googleOf(context));
  if (!found) return fail('Authentication is not turned on');
  const missing = hostsOf(context).filter((host) => !found.domains.includes(host));
  return passUnless(
    missing.map((host) => `${host} is not listed`),
    hostsOf(context).join(', '),
  );
}

export async function signInProviders(context: DoctorContext): Promise<Finding> {
  const found = await authenticationOf(googleOf(context));
  if (!found) return fail('Authentication is not turned on');
  const on = [...found.ownMethods, ...(await providersOf(googleOf(context)))];
  const others = on.filter((name) => name !== 'google.com');
  return passUnless(
    [
      !on.includes('google.com') && 'Google is off',
      ...others.map((name) => `${name} is on`),
      !found.areAddressesPrivate && 'anybody can ask whether an address has an account here',
      !found.doAccountsStay && 'visitors can delete their account and review the same work again',
    ],
    'only Google is on; visitors cannot delete their accounts, and addresses stay private',
  );
}

export async function apiKey(context: DoctorContext): Promise<Finding> {
  const google = googleOf(context);
  const role = 'roles/serviceusage.apiKeysViewer';
  const api = 'https://apikeys.googleapis.com/v2';
  const query = new URLSearchParams({ keyString: context.config.apiKey });
  const found = await ask(google, `${api}/keys:lookupKey?${query}`, { role });
  const key = found?.['name']
    ? await ask(google, `${api}/${String(found['name'])}`, { role })
    : undefined;
  if (!key) return fail('the project has no key with the value of VITE_FIREBASE_API_KEY');
  // An app id is `1:{project number}:web:{hash}`.
  const [, number] = context.config.appId.split(':');
  const isOurs = String(found?.['parent']).includes(`/${number}/`);
  return passUnless(
    [!isOurs && 'it is of another project', ...obstaclesIn(key, hostsOf(context))],
    'it lets the site through',
  );
}

/** The APIs that the site's scripts call with the key. */
const APIS = ['identitytoolkit', 'securetoken', 'firestore'].map(
  (name) => `${name}.googleapis.com`,
);

/** Lists how a key's restrictions keep out the pages of these hosts. A restriction that is not set keeps nobody out. */
function obstaclesIn(key: Json, hosts: readonly string[]): string[] {
  const restrictions = memberOf(key, 'restrictions');
  const kinds = ['server', 'android', 'ios'].filter(
    (kind) => restrictions[`${kind}KeyRestrictions`],
  );
  const { browserKeyRestrictions: browsers } = restrictions;
  const { allowedReferrers = [] } = memberOf(restrictions, 'browserKeyRestrictions');
  const websites = browsers === undefined ? ['*'] : [allowedReferrers].flat().map(String);
  const targets = entriesOf(restrictions['apiTargets']).map(({ service }) => service);
  const apis = targets.length === 0 ? APIS : targets;
  return [
    ...kinds.map((kind) => `it is restricted to ${kind} callers, so no browser may use it`),
    ...hosts
      .filter((host) => !websites.some((pattern) => allows(pattern, host)))
      .map((host) => `its list of websites lacks ${host}`),
    ...APIS.filter((name) => !apis.includes(name)).map((name) => `its list of APIs lacks ${name}`),
  ];
}

/** Whether a website restriction allows every page of an https host. Its first label may be `*`. */
function allows(pattern: string, host: string): boolean {
  const [, name] = /^(?:(?:https|\*):\/\/)?([^/]+)(?:\/\*?)?$/.exec(pattern) ?? [];
  if (name === undefined) return false;
  if (name === '*' || name === host) return true;
  return name.startsWith('*.') && host.endsWith(name.replace('*', ''));
}

/**
 * The Auth SDK embeds a page of the sign-in domain. Neither that page's headers nor the site's policy may forbid it.
 */
export async function frame(context: DoctorContext): Promise<Finding> {
  const { authDomain } = context.config;
  const origin = `https://${authDomain}`;
  const { status, headers } = await visit(context, `${origin}/__/auth/iframe`);
  const policy = headers.get('content-security-policy') ?? '';
  const ancestors = /frame-ancestors ([^;,]*)/.exec(policy)?.[1]?.split(' ') ?? ['*'];
  const isEmbedded = origin === context.site || authDomain.endsWith('.firebaseapp.com');
  return passUnless(
    [
      status !== 200 && `${origin}/__/auth/iframe answers ${status}`,
      headers.has('x-frame-options') && 'it has the header X-Frame-Options',
      !ancestors.some((one) => one === '*' || one === context.site) &&
        'its frame-ancestors do not allow the site',
      !isEmbedded && "the site's frame-src allows *.firebaseapp.com only",
    ],
    `${authDomain} may be embedded`,
  );
}
