/** `npm run setup`: makes an empty Firebase project ready for the site, as far as Google's APIs allow. */
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { oneLine } from '../../backend/oneLine';
import { problemWithHook } from '../../functions/src/core/hookPosts';
import type { Arguments, StandaloneCommand } from '../command';
import { NEW_TOKEN, ToolError } from '../toolErrors';
import { Unanswered } from '../googleProject';
import { changeOwners } from '../owners';
import { createHttp, withJson } from '../ownerHttp';
import type { Terminal } from '../terminal';
import { createContext, type Surroundings, type Target, type ToolContext } from '../toolContext';
import { type SetupContext, type Step } from './step';
import { STEPS } from './steps';

const SITE = fileURLToPath(new URL('../..', import.meta.url));
/** Milliseconds between two looks at a change. */
const PAUSE = 5_000;
/** The number of looks: five minutes in all. */
const LOOKS = 60;

export const setup: StandaloneCommand = {
  summary: 'Makes a new Firebase project ready for the site.',
  usage: `npm run setup -- --project ID
npm run setup -- --owner ADDRESS
npm run setup -- --not-owner ADDRESS
npm run setup -- --hook ADDRESS

  --project   the id of your project, such as my-cabinets: the Firebase console shows it below the name
  --location  where Google keeps the database and the pictures, such as us-east1; if left out, us-central1.
              This can never be changed later
  --site      the folder of another copy of this site
  --owner     makes the person with this Google account an owner, who may publish works, take reviews down and choose
              the quotes; it does nothing else. The address as https://myaccount.google.com/email shows it; of an
              account that has changed it since its first sign-in here, the one that the owner's page shows
  --not-owner takes that away again
  --hook      stores the https address of a chat that hears of each request by its number; none ends that

  It says each step before it does it, and does only what is missing, so you can run it again at any time.`,
  options: {
    project: { type: 'string' },
    location: { type: 'string' },
    site: { type: 'string' },
    owner: { type: 'string' },
    'not-owner': { type: 'string' },
    hook: { type: 'string' },
  },
  words: { needed: [] },
  async runAlone(surroundings, target, args) {
    if (args.text('owner') !== undefined || args.text('not-owner') !== undefined)
      return changeOwners(createContext(surroundings, target), args);
    const hook = args.text('hook');
    if (hook !== undefined)
      return storeHook(createContext(surroundings, target), hook, surroundings.fetch);
    return setUpProject(surroundings, target, args);
  },
};

async function setUpProject(
  { env, terminal, ...effects }: Surroundings,
  { dryRun, local }: Target,
  args: Arguments,
): Promise<void> {
  const project = args.text('project') ?? '';
  // https://cloud.google.com/resource-manager/docs/creating-managing-projects
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(project)) {
    throw new ToolError(
      'Say which project, by the id that the Firebase console shows below its name:\n' +
        '  npm run setup -- --project my-cabinets',
    );
  }
  if (local) throw new ToolError('The local backend needs no setup. Start it with: npm start');
  const token = env['GOOGLE_ACCESS_TOKEN']?.trim();
  if (!token) {
    throw new ToolError(
      'You are not signed in to Google. Run this command in Cloud Shell (https://shell.cloud.google.com),\n' +
        'or run the next line and then the same command again:\n' +
        `  ${NEW_TOKEN}`,
    );
  }
  const wait = effects.wait ?? ((ms: number) => setTimeout(ms));
  const http = createHttp({ token, quotaProject: project, fetch: effects.fetch ?? fetch, wait });
  const location = args.text('location') ?? 'us-central1';
  const context = { project, location, site: args.text('site') ?? SITE, http };
  const trial = dryRun ? ' This is a trial: nothing is changed.' : '';
  terminal.line(`Working on the project ${project}.${trial}\n`);
  await setUp(STEPS, context, { terminal, wait, dryRun });
}

interface Running {
  terminal: Terminal;
  wait: (ms: number) => Promise<void>;
  dryRun: boolean;
}

/** Takes the steps. A step that fails holds up only those that need it. Throws `ToolError` if any is left undone. */
async function setUp(
  steps: readonly Step[],
  context: SetupContext,
  running: Running,
): Promise<void> {
  const { terminal, dryRun } = running;
  const undone = new Set<string>();
  for (const step of steps) {
    const blocker = step.needs.find((title) => undone.has(title));
    const untried = step.documented === undefined ? '' : ' (not tried yet)';
    const say = (state: string, text: string) =>
      terminal.line(`${state.padEnd(8)} ${step.title.padEnd(23)} ${text}${untried}`.trimEnd());
    if (blocker !== undefined) {
      undone.add(step.title);
      say('waits', `for ${blocker}`);
      continue;
    }
    try {
      const missing = await step.look(context);
      if (missing === undefined) say('is right', '');
      else if (dryRun) {
        undone.add(step.title);
        say('would', missing);
      } else {
        say('now', missing);
        await step.act(context);
        await untilRight(step, context, running);
        say('done', '');
      }
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      undone.add(step.title);
      const fix = error instanceof Unanswered ? `\n→ ${error.fix}` : '';
      say('NOT YET', (error.message + fix).replaceAll('\n', `\n${' '.repeat(9)}`));
    }
  }
  terminal.line(
    '\n"not tried yet": written from the documentation of Google, and not tried on the real service.',
  );
  if (dryRun) return terminal.line('Nothing was changed. Run it without --dry-run to do it.');
  if (undone.size > 0) {
    throw new ToolError(
      `${undone.size} of ${steps.length} steps are not done. Do what stands behind NOT YET, then run the same command again.`,
    );
  }
  terminal.line('Everything is right. Next: action 5 in docs/deploy.md ("Say who you are").');
}

/** Waits until the change is there: Google answers many changes before they are made, and a database takes a minute. */
async function untilRight(step: Step, context: SetupContext, { wait }: Running): Promise<void> {
  for (let looks = 1; (await step.look(context)) !== undefined; looks += 1) {
    if (looks === LOOKS)
      throw new ToolError(
        'Google has accepted this change, but has not made it within five minutes. Run the same command again later.',
      );
    await wait(PAUSE);
  }
}

/**
 * `--hook`: stores where the functions post that a request came (functions/src/hook.ts), as the secret ALERT_HOOK, by the Secret Manager API v1: secrets.create, addVersion
 * (https://cloud.google.com/secret-manager/docs/reference/rest). Throws `ToolError` for what cannot be a hook, or does not
 * take a test; `none` is none.
 */
export async function storeHook(
  { config, http, terminal, dryRun }: ToolContext,
  text: string,
  send: typeof fetch = fetch,
): Promise<void> {
  const address = withSlack(text.trim());
  const problem = address === 'none' ? undefined : problemWithHook(address);
  if (problem !== undefined) throw new ToolError(`This cannot be the hook: ${problem}.`);
  if (config.local)
    throw new ToolError('The local backend needs no hook: its data page shows the posts.');
  const secrets = `https://secretmanager.googleapis.com/v1/projects/${config.projectId}/secrets`;
  const post = (url: string, body: object, accept: number[] = []) =>
    http(url, { ...withJson('POST', body), accept });
  const said = dryRun || address === 'none' ? '' : await tryHook(address, send);
  if (!dryRun) {
    // 409: there is one already, and gets another version.
    await post(`${secrets}?secretId=ALERT_HOOK`, { replication: { automatic: {} } }, [409]);
    const data = Buffer.from(address).toString('base64');
    await post(`${secrets}/ALERT_HOOK:addVersion`, { payload: { data } });
  }
  terminal.line(
    `${said}The hook ${dryRun ? 'would be' : 'is'} stored. It is used from the next deployment of the functions on.`,
  );
}

/** Discord takes our posts only at the address for Slack's (https://discord.com/developers/docs/resources/webhook). */
const withSlack = (address: string): string =>
  /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]+\/?$/.test(address)
    ? `${address.replace(/\/$/, '')}/slack`
    : address;

/** Posts a test as the functions post. Resolves with what the owner should know of the answer. */
async function tryHook(address: string, send: typeof fetch): Promise<string> {
  const answer = await send(address, {
    ...withJson('POST', { text: 'A test by npm run setup: requests will be told here.' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => {
    throw new ToolError(`This cannot be the hook: it does not answer (${error.message}).`);
  });
  const words = oneLine((await answer.text()).slice(0, 200));
  if (!answer.ok)
    throw new ToolError(
      `This cannot be the hook: it answers ${answer.status}${words && `, ${words}`}.`,
    );
  // Workflows of Teams take everything first, and fail later, unseen.
  return answer.status === 202
    ? 'It answers 202, which proves nothing: look whether the test is in your chat. '
    : `It answers ${answer.status}: a test is in your chat. `;
}
