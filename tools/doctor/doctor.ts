/** `npm run doctor`: whether a project is set up right, line by line, and how to mend what is not. */
import { DEFAULT_PORTS } from '../../backend/listening';
import { SiteUrlError, siteOriginFrom } from '../build/siteOrigin';
import type { StandaloneCommand } from '../command';
import { createContext, type Surroundings, type Target } from '../context';
import { ToolError } from '../errors';
import { portNames } from '../start/options';
import type { DoctorContext } from './check';
import { CHECKS } from './checks';
import { examine } from './examine';

export const doctor: StandaloneCommand = {
  summary: 'Checks whether the project is set up right, and says how to mend what is not.',
  usage: `npm run doctor

  Ends with 1 when a line says FAIL. Nothing is changed but by one line: it sends a request with a picture,
  marked as a test, and removes it again; --dry-run leaves that out. --local looks at what "npm start" serves.

  --port      where that serves the site, if it was told to (HOSTING_PORT)`,
  options: { port: { type: 'string' } },
  words: { needed: [] },
  async runAlone(surroundings, target, args) {
    const context = open(surroundings, target, args.text('port'));
    const failing = await examine(CHECKS, context, surroundings.terminal);
    if (failing > 0) throw new ToolError(`${failing} of ${CHECKS.length} lines FAIL.`);
  },
};

/** A text where the environment allows no context: what is wrong with it. */
function open(
  surroundings: Surroundings,
  target: Target,
  port: string | undefined,
): DoctorContext | string {
  const { env, fetch: send = fetch } = surroundings;
  // None is a line of its own, which stops those that need one.
  const token = env['GOOGLE_ACCESS_TOKEN']?.trim() || 'none';
  try {
    const given = { ...surroundings, env: { ...env, GOOGLE_ACCESS_TOKEN: token } };
    const context = createContext(given, target);
    const site = context.config.local ? localSite(env, port) : siteOriginFrom(env);
    return { ...context, env, site, fetch: send };
  } catch (error) {
    if (error instanceof ToolError || error instanceof SiteUrlError) return error.message;
    throw error;
  }
}

function localSite(env: Surroundings['env'], given: string | undefined): string {
  const port = given ?? (env[portNames('hosting').variable] || DEFAULT_PORTS.hosting);
  const site = `http://${env['LOCAL_HOST'] ?? 'localhost'}:${port}`;
  if (!URL.canParse(site)) throw new ToolError(`${port} is not a port.`);
  return site;
}
