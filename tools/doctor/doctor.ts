import { DEFAULT_PORTS } from '../../backend/listening';
import { siteOriginFrom } from '../build/siteOrigin';
import type { StandaloneCommand } from '../command';
import { createContext, type Surroundings, type Target } from '../toolContext';
import { ToolError } from '../toolErrors';
import { portNames } from '../start/options';
import type { DoctorContext } from './check';
import { CHECKS } from './checks';
import { examine } from './runChecks';

export const doctor: StandaloneCommand = {
  summary: 'Checks whether the project is set up right, and says how to fix what is not.',
  usage: `npm run doctor

  Without .env, or with --local, it checks the local backend of "npm start", not your live site.
  One line sends a request with two pictures, marked as a test, and removes it again; --dry-run leaves this line
  out. The other lines change nothing. The exit code is 1 if a line says FAIL.

  --port      the port of the local site, if "npm start" was given one (or set HOSTING_PORT)`,
  options: { port: { type: 'string' } },
  words: { needed: [] },
  async runAlone(surroundings, target, args) {
    const context = open(surroundings, target, args.text('port'));
    const failing = await examine(CHECKS, context, surroundings.terminal);
    if (failing > 0) {
      throw new ToolError(
        `${failing} of ${CHECKS.length} lines say FAIL. Do what stands behind → below each of them, then run npm run doctor again.`,
      );
    }
  },
};

/** The context of the checks; or, if the environment cannot be used, a text that says what is wrong with it. */
function open(
  surroundings: Surroundings,
  target: Target,
  port: string | undefined,
): DoctorContext | string {
  const { env, fetch: send = fetch } = surroundings;
  // A missing token has a line of its own, which blocks the lines that need a token.
  const token = env['GOOGLE_ACCESS_TOKEN']?.trim() || 'none';
  try {
    const given = { ...surroundings, env: { ...env, GOOGLE_ACCESS_TOKEN: token } };
    const context = createContext(given, target);
    const site = context.config.local ? localSite(env, port) : siteOriginFrom(env);
    return { ...context, env, site, fetch: send, greetMailServer: surroundings.greetMailServer };
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
}

function localSite(env: Surroundings['env'], given: string | undefined): string {
  const port = given ?? (env[portNames('hosting').variable] || DEFAULT_PORTS.hosting);
  const site = `http://${env['LOCAL_HOST'] ?? 'localhost'}:${port}`;
  if (!URL.canParse(site))
    throw new ToolError(
      `"${port}" is not a port: give a number from 1 to 65535 (--port or HOSTING_PORT).`,
    );
  return site;
}
