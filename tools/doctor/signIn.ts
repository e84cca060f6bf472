/** What lets visitors sign in: Authentication's settings, the API key, and the frame of the sign-in window. */
import {
  ask,
  authenticationOf,
  entriesOf,
  memberOf,
  providersOf,
  type Json,
} from '../googleProject';
import { fail, googleOf, passUnless, visit, type DoctorContext, type Finding } from './check';

/** Hosts whose pages sign people in. */
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
      !found.doAccountsStay && 'visitors may delete their account, and review again',
    ],
    'Google, and no other; accounts stay',
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
  if (!key) return fail('there is no such key');
  const [, number] = context.config.appId.split(':');
  const isOurs = String(found?.['parent']).includes(`/${number}/`);
  return passUnless(
    [!isOurs && 'it is of another project', ...hindrancesOf(key, hostsOf(context))],
    'lets the site through',
  );
}

/** What the site's scripts call with the key. */
const APIS = ['identitytoolkit', 'securetoken', 'firestore'].map(
  (name) => `${name}.googleapis.com`,
);

/** How a key's restrictions keep pages of these hosts out; a restriction that is not there keeps nobody out. */
function hindrancesOf(key: Json, hosts: readonly string[]): string[] {
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
    ...kinds.map((kind) => `it is restricted to ${kind} callers: no browser may use it`),
    ...hosts
      .filter((host) => !websites.some((pattern) => allows(pattern, host)))
      .map((host) => `its websites leave out ${host}`),
    ...APIS.filter((name) => !apis.includes(name)).map((name) => `its APIs leave out ${name}`),
  ];
}

/** Whether a website restriction lets every page of an https host through: `*` may be its first label. */
function allows(pattern: string, host: string): boolean {
  const [, name] = /^(?:(?:https|\*):\/\/)?([^/]+)(?:\/\*?)?$/.exec(pattern) ?? [];
  if (name === undefined) return false;
  return name === '*' || name === host || (name.startsWith('*.') && host.endsWith(name.slice(1)));
}

/** The SDK embeds a page of the sign-in domain: neither its headers nor the site's own policy may forbid that. */
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
      headers.has('x-frame-options') && 'it has X-Frame-Options',
      !ancestors.some((one) => one === '*' || one === context.site) &&
        'its frame-ancestors leave out the site',
      !isEmbedded && "the site's frame-src allows *.firebaseapp.com only",
    ],
    `${authDomain} may be embedded`,
  );
}
