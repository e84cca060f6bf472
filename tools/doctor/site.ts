/** The site as it is served, held against firebase.json. */
import { readFileSync } from 'node:fs';
import { SAMPLE } from '../build/samples';
import { isFrontPage, isMadeUp } from '../build/unfinished';
import { fail, pass, passUnless, unknown, visit, type DoctorContext, type Finding } from './check';

export async function answers(context: DoctorContext): Promise<Finding> {
  const { status } = await visit(context, `${context.site}/`);
  return status === 200 ? pass(context.site) : fail(`${context.site} answers ${status}`);
}

/** What every answer of the site has; Google's own pages below `/__/` have their own. */
const ALL = '!/__/**';

interface HeaderRule {
  source: string;
  headers: { key: string; value: string }[];
}

/** What the blocks of firebase.json with these sources say; the last one counts. */
function wanted(sources: readonly string[]): [name: string, value: string][] {
  const json = readFileSync(new URL('../../firebase.json', import.meta.url), 'utf8');
  const { hosting } = JSON.parse(json) as { hosting: { headers: HeaderRule[] } };
  const rules = hosting.headers.filter(({ source }) => sources.includes(source));
  return Object.entries(
    Object.fromEntries(
      rules.flatMap(({ headers }) => headers.map(({ key, value }) => [key, value])),
    ),
  );
}

/** What is not as wanted at a path of the site. */
async function differences(context: DoctorContext, path: string, sources: readonly string[]) {
  const { headers } = await visit(context, context.site + path);
  // The local backend adds its own services to the policy.
  const ours = ` http://${new URL(context.site).hostname}:*`;
  return wanted(sources)
    .filter(([name, value]) => {
      const served = headers.get(name) ?? '';
      return (context.config.local ? served.replaceAll(ours, '') : served) !== value;
    })
    .map(([name]) => `${name} of ${path}`);
}

export async function headers(context: DoctorContext): Promise<Finding> {
  const { text } = await visit(context, `${context.site}/`);
  const asset = /\/assets\/[\w./-]+/.exec(text)?.[0];
  const wrong = [
    ...(await differences(context, '/', [ALL, '/'])),
    ...(await differences(context, '/work/none', [ALL, '/work/*'])),
    ...(asset === undefined ? [] : await differences(context, asset, [ALL, '/assets/**'])),
    // Kept for a year it would hide the file from whoever asked before it was there.
    ...(await differences(context, '/assets/none.js', [ALL, '404.html'])),
  ];
  return passUnless(
    [wrong.length > 0 && `not as in firebase.json: ${wrong.join(', ')}`],
    'as in firebase.json',
  );
}

export async function worker(context: DoctorContext): Promise<Finding> {
  const { projectId } = context.config;
  const { status, headers, text } = await visit(context, `${context.site}/sw.js`);
  const isScript = headers.get('content-type')?.includes('javascript') === true;
  if (status !== 200 || !isScript) return fail(`/sw.js answers ${status}, and is no script`);
  // As a text of its own: other ids may begin like this one.
  if (!['"', "'", '`'].some((quote) => text.includes(quote + projectId + quote))) {
    return fail(`it is not a build for ${projectId}: requests go elsewhere`);
  }
  const caching = headers.get('cache-control');
  return caching === 'no-cache'
    ? pass(`for ${projectId}, no-cache`)
    : fail(`Cache-Control is ${String(caching)}: new versions come late`);
}

const NETWORK = /^https:\/\/(?:[\w-]+\.)*(?:instagram|facebook|fb|tiktok)\.com\b/i;

/** What tools/build/unfinished.ts finds in the facts, in the links of the page that was made of them. */
export async function nothingMadeUp(context: DoctorContext): Promise<Finding> {
  const { text } = await visit(context, `${context.site}/`);
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
  const numbers = links.map((link) => /(?:^tel:|\?phone=)(\+?\d+)/.exec(link)?.[1] ?? '');
  return passUnless(
    [
      numbers.some(isMadeUp) && 'a 555 number',
      links.some((link) => NETWORK.test(link) && isFrontPage(link)) && "a network's own front page",
      text.includes(`alt="${SAMPLE}`) && 'sample pictures',
    ],
    'none seen',
  );
}

export const madeUpHere = () =>
  unknown('a local site may show samples', 'npm run doctor on the project tells');
