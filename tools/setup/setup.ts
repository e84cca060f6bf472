/** `npm run setup`: makes an empty Firebase project ready for the site, as far as Google's APIs let it. */
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { StandaloneCommand } from '../command';
import { ToolError } from '../errors';
import { Unanswered } from '../googleProject';
import { createHttp } from '../http';
import type { Terminal } from '../terminal';
import { type SetupContext, type Step } from './step';
import { STEPS } from './steps';

const SITE = fileURLToPath(new URL('../..', import.meta.url));
/** Milliseconds between two looks at what was just changed, and how many: five minutes in all. */
const PAUSE = 5_000;
const LOOKS = 60;

export const setup: StandaloneCommand = {
  summary: 'Makes a new Firebase project ready for the site.',
  usage: `npm run setup -- --project ID

  --project   the project's id, as the console shows it, such as my-cabinets
  --location  where the database and the pictures lie, for good; us-central1 unless given
  --site      the folder of another checkout

  Says each thing before it does it, and does only what is missing: it can be run again at any time.`,
  options: {
    project: { type: 'string' },
    location: { type: 'string' },
    site: { type: 'string' },
  },
  words: { needed: [] },
  async runAlone({ env, terminal, ...effects }, { dryRun, local }, args) {
    const project = args.text('project') ?? '';
    // https://cloud.google.com/resource-manager/docs/creating-managing-projects
    if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(project)) {
      throw new ToolError(`Say which project: npm run setup -- --project my-cabinets`);
    }
    if (local) throw new ToolError('The local backend needs no setup: npm start');
    const token = env['GOOGLE_ACCESS_TOKEN']?.trim();
    if (!token) {
      throw new ToolError(
        'Nobody is signed in. Run it in Cloud Shell (https://shell.cloud.google.com), or set an access token:\n' +
          '  export GOOGLE_ACCESS_TOKEN="$(gcloud auth print-access-token)"',
      );
    }
    const wait = effects.wait ?? ((ms: number) => setTimeout(ms));
    const http = createHttp({ token, quotaProject: project, fetch: effects.fetch ?? fetch, wait });
    const location = args.text('location') ?? 'us-central1';
    const context = { project, location, site: args.text('site') ?? SITE, http };
    terminal.line(`${dryRun ? 'Trial, nothing is changed, on' : 'On'} ${project}\n`);
    await setUp(STEPS, context, { terminal, wait, dryRun });
  },
};

interface Running {
  terminal: Terminal;
  wait: (ms: number) => Promise<void>;
  dryRun: boolean;
}

/** Walks the steps; one that fails stops only those that need it. Throws `ToolError` when any is not right. */
async function setUp(
  steps: readonly Step[],
  context: SetupContext,
  running: Running,
): Promise<void> {
  const { terminal, dryRun } = running;
  const open = new Set<string>();
  for (const step of steps) {
    const first = step.needs.find((title) => open.has(title));
    const untried = step.documented === undefined ? '' : ' (not tried yet)';
    const say = (state: string, text: string) =>
      terminal.line(`${state.padEnd(8)} ${step.title.padEnd(23)} ${text}${untried}`.trimEnd());
    if (first !== undefined) {
      open.add(step.title);
      say('waits', `for ${first}`);
      continue;
    }
    try {
      const missing = await step.look(context);
      if (missing === undefined) say('is right', '');
      else if (dryRun) {
        open.add(step.title);
        say('would', missing);
      } else {
        say('now', missing);
        await step.act(context);
        await untilRight(step, context, running);
        say('done', '');
      }
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      open.add(step.title);
      const mend = error instanceof Unanswered ? `\n→ ${error.mend}` : '';
      say('NOT YET', (error.message + mend).replaceAll('\n', `\n${' '.repeat(9)}`));
    }
  }
  terminal.line('\nNot tried on the real service yet: written from the documentation of Google.');
  if (dryRun) return terminal.line('Nothing was changed. Run it without --dry-run to do it.');
  if (open.size > 0) {
    throw new ToolError(
      `${open.size} of ${steps.length} steps are not done. Run it again after that.`,
    );
  }
  terminal.line('Everything is right. Next: npm run build, then firebase deploy (docs/deploy.md).');
}

/** Google answers many changes before they are made: a database takes a minute. */
async function untilRight(step: Step, context: SetupContext, { wait }: Running): Promise<void> {
  for (let looks = 1; (await step.look(context)) !== undefined; looks += 1) {
    if (looks === LOOKS)
      throw new ToolError('Google has taken it, but it is not there after five minutes.');
    await wait(PAUSE);
  }
}
