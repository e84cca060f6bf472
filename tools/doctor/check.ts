/** What a line of `npm run doctor` is made of. */
import type { ToolContext } from '../context';
import { ToolError } from '../errors';
import type { GoogleProject } from '../googleProject';

export interface DoctorContext extends ToolContext {
  env: Record<string, string | undefined>;
  /** Origin of the site that is looked at. */
  site: string;
  /** Without the owner's token, as visitors ask. */
  fetch: typeof fetch;
}

/** The project, as its APIs are asked. */
export const googleOf = ({ config, http }: DoctorContext): GoogleProject => ({
  project: config.projectId,
  http,
});

export interface Finding {
  state: 'PASS' | 'FAIL' | 'UNKNOWN';
  detail: string;
  /** In the place of the check's own. */
  mend?: string;
}

export const pass = (detail: string): Finding => ({ state: 'PASS', detail });
export const fail = (detail: string): Finding => ({ state: 'FAIL', detail });
export const unknown = (detail: string, mend: string): Finding => ({
  state: 'UNKNOWN',
  detail,
  mend,
});

/** PASS with `detail` when nothing is wrong, else FAIL with all that is. */
export function passUnless(wrong: readonly (string | false)[], detail: string): Finding {
  const problems = wrong.filter((one) => one !== false);
  return problems.length === 0 ? pass(detail) : fail(problems.join('; '));
}

type Look = (context: DoctorContext) => Finding | Promise<Finding>;

export interface Check {
  title: string;
  /** Titles of earlier checks. One that fails blocks this; one that is unknown does not: trying is how to learn. */
  needs: readonly string[];
  /**
   * The API that is asked, and where it is described: only Google has it, so nobody has tried this on the real
   * service yet, and the line says so.
   */
  documented?: string;
  /** A `ToolError` counts as FAIL, an `Unanswered` as UNKNOWN. */
  check: Look;
  /** What the local backend is asked instead, where it can be. */
  local?: Look;
  /** How to mend it, in a line; PROJECT and BUCKET stand for their names. */
  mend: string;
}

/** What a visitor gets at an address. Throws `ToolError` when there is no answer. */
export async function visit(
  { fetch }: DoctorContext,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch {
    throw new ToolError(`${new URL(url).origin} does not answer`);
  }
}
