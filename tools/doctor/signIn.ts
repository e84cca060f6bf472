/** What lets visitors sign in: Authentication's settings, the API key, and the frame of the sign-in window. */
import { fieldsOf } from '../../src/firebase/rest/http';
import { fail, passUnless, visit, type DoctorContext, type Finding } from './check';
import { ask, entriesOf } from './google';

const ROLE = 'roles/firebaseauth.viewer';

const settings = ({ config }: DoctorContext, path: string) =>
  `https://identitytoolkit.googleapis.com/admin/v2/projects/${config.projectId}/${path}`;

/** Hosts whose pages sign people in. */
const hostsOf = ({ config, site }: DoctorContext) => [
  ...new Set([new URL(site).hostname, config.authDomain]),
];

export async function authorisedDomains(context: DoctorContext): Promise<Finding> {
  const answer = await ask(context, settings(context, 'config'), { role: ROLE });
  if (!answer) return fail('Authentication is not turned on');
  const listed = [answer['authorizedDomains']].flat();
  const missing = hostsOf(context).filter((host) => !listed.includes(host));
  return passUnless(
    missing.map((host) => `${host} is not listed`),
    hostsOf(context).join(', '),
  );
}

export async function signInProviders(context: DoctorContext): Promise<Finding> {
  const config = await ask(context, settings(context, 'config'), { role: ROLE });
  if (!config) return fail('Authentication is not turned on');
  const signIn = fieldsOf(config['signIn']);
  const own = ['email', 'phoneNumber', 'anonymous'].filter(
    (method) => fieldsOf(signIn[method])['enabled'] === true,
  );
  const path = 'defaultSupportedIdpConfigs?pageSize=100';
  const answer = (await ask(context, settings(context, path), { role: ROLE })) ?? {};
  const others = entriesOf(answer['defaultSupportedIdpConfigs'])
    .filter(({ enabled }) => enabled === true)
    .map(({ name }) => String(name).replace(/.*\//, ''));
  const on = [...own, ...others];
  const { disabledUserDeletion } = fieldsOf(fieldsOf(config['client'])['permissions']);
  return passUnless(
    [
      !on.includes('google.com') && 'Google is off',
      ...on.filter((name) => name !== 'google.com').map((name) => `${name} is on`),
      disabledUserDeletion !== true && 'visitors may delete their account, and review again',
    ],
    'Google, and no other; accounts stay',
  );
}

/** What the site's scripts call with the key. */
const APIS = ['identitytoolkit', 'securetoken', 'firestore'].map(
  (name) => `${name}.googleapis.com`,
);

export async function apiKey(context: DoctorContext): Promise<Finding> {
  const role = 'roles/serviceusage.apiKeysViewer';
  const api = 'https://apikeys.googleapis.com/v2';
  const query = new URLSearchParams({ keyString: context.config.apiKey });
  const found = await ask(context, `${api}/keys:lookupKey?${query}`, { role });
  const key = found?.['name']
    ? await ask(context, `${api}/${String(found['name'])}`, { role })
    : undefined;
  if (!key) return fail('there is no such key');
  const [, number] = context.config.appId.split(':');
  const restrictions = fieldsOf(key['restrictions']);
  const { browserKeyRestrictions, apiTargets } = restrictions;
  const kinds = ['server', 'android', 'ios'].filter(
    (kind) => restrictions[`${kind}KeyRestrictions`],
  );
  const referrers = [fieldsOf(browserKeyRestrictions)['allowedReferrers'] ?? []].flat().map(String);
  const targets = entriesOf(apiTargets).map(({ service }) => service);
  return passUnless(
    [
      !String(found?.['parent']).includes(`/${number}/`) && 'it is of another project',
      ...kinds.map((kind) => `it is restricted to ${kind} callers: no browser may use it`),
      ...(browserKeyRestrictions === undefined ? [] : hostsOf(context))
        .filter((host) => !referrers.some((pattern) => allows(pattern, host)))
        .map((host) => `its websites leave out ${host}`),
      ...(targets.length === 0 ? [] : APIS)
        .filter((name) => !targets.includes(name))
        .map((name) => `its APIs leave out ${name}`),
    ],
    browserKeyRestrictions || apiTargets
      ? 'its restrictions let the site through'
      : 'not restricted',
  );
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
