import { readFileSync } from 'node:fs';
import { SHELL_ATTRIBUTE } from '../../src/contract/names';
import { SAMPLE } from '../../src/domain/constants';
import { isFrontPage, isMadeUp } from '../build/unfinished';
import { fail, pass, passUnless, unknown, visit, type DoctorContext, type Finding } from './check';

export async function answers(context: DoctorContext): Promise<Finding> {
  const { status } = await visit(context, `${context.site}/`);
  return status === 200 ? pass(context.site) : fail(`${context.site} answers ${status}`);
}

/** The source in firebase.json for every page except Google's own below `/__/`. */
const ALL = '!/__/**';

interface HeaderRule {
  source: string;
  headers: { key: string; value: string }[];
}

/** The headers that firebase.json sets for these sources. If two set the same header, the last one counts. */
function wantedHeaders(sources: readonly string[]): [name: string, value: string][] {
  const json = readFileSync(new URL('../../firebase.json', import.meta.url), 'utf8');
  const { hosting } = JSON.parse(json) as { hosting: { headers: HeaderRule[] } };
  const rules = hosting.headers.filter(({ source }) => sources.includes(source));
  return Object.entries(
    Object.fromEntries(
      rules.flatMap(({ headers }) => headers.map(({ key, value }) => [key, value])),
    ),
  );
}

async function differences(context: DoctorContext, path: string, sources: readonly string[]) {
  const { headers } = await visit(context, context.site + path);
  // The local backend adds its own services to the policy.
  const localServices = ` http://${new URL(context.site).hostname}:*`;
  return wantedHeaders(sources)
    .filter(([name, value]) => {
      const served = headers.get(name) ?? '';
      return (context.config.local ? served.replaceAll(localServices, '') : served) !== value;
    })
    .map(([name]) => `${name} of ${path}`);
}

const MISSING = '/assets/none.js';

const cachingOf = async (context: DoctorContext, path: string) =>
  (await visit(context, context.site + path)).headers.get('cache-control');

/** Which of the two blocks a missing file gets, is the host's matter: the site bears both (src/update/newBuild.ts). */
async function differencesOfMissing(context: DoctorContext): Promise<string[]> {
  const asPage = await differences(context, MISSING, [ALL, '404.html']);
  return asPage.length === 0 ? [] : differences(context, MISSING, [ALL, '/assets/**']);
}

export async function headers(context: DoctorContext): Promise<Finding> {
  const { text } = await visit(context, `${context.site}/`);
  const asset = /\/assets\/[\w./-]+/.exec(text)?.[0];
  const wrong = [
    ...(await differences(context, '/', [ALL, '/'])),
    ...(await differences(context, '/work/none', [ALL, '/work/*'])),
    ...(asset === undefined ? [] : await differences(context, asset, [ALL, '/assets/**'])),
    ...(await differencesOfMissing(context)),
  ];
  return passUnless(
    [wrong.length > 0 && `these differ from firebase.json: ${wrong.join(', ')}`],
    `they are as firebase.json says; browsers keep a missing file as "${await cachingOf(context, MISSING)}" says`,
  );
}

/** No work has this id. Without the function, Hosting's own error page says 404 as well. */
export async function livePages(context: DoctorContext): Promise<Finding> {
  const { status, text } = await visit(context, `${context.site}/work/none`);
  return passUnless(
    [
      status !== 404 && `/work/none answers ${status}, not 404`,
      !text.includes(`${SHELL_ATTRIBUTE}="work"`) && '/work/none is not our page',
    ],
    'works that no build knows have a page of their own',
  );
}

export async function worker(context: DoctorContext): Promise<Finding> {
  const { projectId } = context.config;
  const { status, headers, text } = await visit(context, `${context.site}/sw.js`);
  const isScript = headers.get('content-type')?.includes('javascript') === true;
  if (status !== 200) return fail(`/sw.js answers ${status}`);
  if (!isScript) return fail('/sw.js is not a script');
  // Looks for the id in quotes, because the id of another project may begin with this one.
  if (!['"', "'", '`'].some((quote) => text.includes(quote + projectId + quote))) {
    return fail(`it was not built for ${projectId}, so requests go elsewhere`);
  }
  const caching = headers.get('cache-control');
  return caching === 'no-cache'
    ? pass(`it is built for ${projectId}, and is not cached`)
    : fail(`its Cache-Control is ${String(caching)}, so visitors get new versions late`);
}

const NETWORKS = ['instagram.com', 'facebook.com', 'fb.com', 'tiktok.com'];
const isNetwork = (link: string) =>
  URL.canParse(link) && NETWORKS.some((host) => `.${new URL(link).host}`.endsWith(`.${host}`));

/** Looks for the same samples and made-up facts as tools/build/unfinished.ts, but in the links of the served page. */
export async function nothingMadeUp(context: DoctorContext): Promise<Finding> {
  const { text } = await visit(context, `${context.site}/`);
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
  const numbers = links.map((link) => /(?:^tel:|\?phone=)(\+?\d+)/.exec(link)?.[1] ?? '');
  return passUnless(
    [
      numbers.some(isMadeUp) && 'the page shows a made-up phone number (555)',
      links.some((link) => isNetwork(link) && isFrontPage(link)) &&
        'the page links to the front page of a network, not to your profile',
      text.includes(`alt="${SAMPLE}`) && 'the page shows sample pictures',
    ],
    'no sample and no made-up number was seen',
  );
}

export const madeUpHere = () =>
  unknown('not checked: a local site may show samples', 'run npm run doctor on your project');
