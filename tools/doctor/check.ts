import type { Surroundings, ToolContext } from '../toolContext';
import { ToolError } from '../toolErrors';
import type { GoogleProject } from '../googleProject';

export interface DoctorContext extends ToolContext {
  env: Record<string, string | undefined>;
  /** The origin of the site that is checked. */
  site: string;
  /** Sends no token: it asks as a visitor does. */
  fetch: typeof fetch;
  greetMailServer: Surroundings['greetMailServer'];
}

export const googleOf = ({ config, http }: DoctorContext): GoogleProject => ({
  project: config.projectId,
  http,
});

export interface Finding {
  state: 'PASS' | 'FAIL' | 'UNKNOWN';
  detail: string;
  /** What to do about it; if left out, the `fix` of the check counts. */
  fix?: string;
}

export const pass = (detail: string): Finding => ({ state: 'PASS', detail });
export const fail = (detail: string): Finding => ({ state: 'FAIL', detail });
export const unknown = (detail: string, fix: string): Finding => ({
  state: 'UNKNOWN',
  detail,
  fix,
});

/** PASS with `detail` if nothing is wrong; otherwise FAIL with everything that is wrong. */
export function passUnless(wrong: readonly (string | false)[], detail: string): Finding {
  const problems = wrong.filter((one) => one !== false);
  return problems.length === 0 ? pass(detail) : fail(problems.join('; '));
}

type MakeCheck = (context: DoctorContext) => Finding | Promise<Finding>;

export interface Check {
  title: string;
  /**
   * The titles of earlier checks that this one depends on. If one of them fails, this check is blocked. If one is
   * UNKNOWN, this check is made all the same, because it may give the answer.
   */
  needs: readonly string[];
  /**
   * The API of Google that is asked, and the address of its documentation. Nobody has tried this on the real service
   * yet, and the line says so. Without `local`, such a check is left out for the local backend.
   */
  documented?: string;
  /** Makes the check. A thrown `ToolError` counts as FAIL, an `Unanswered` as UNKNOWN. */
  check: MakeCheck;
  /** The check for the local backend, if that needs another one. */
  local?: MakeCheck;
  /** What the owner should do if it is not right, in one line. PROJECT and BUCKET stand for the project's names. */
  fix: string;
  /** The same for the local backend, if `fix` only helps on a project. */
  localFix?: string;
}

/** The message of an error of Firestore; that of a streaming call is in a list. */
export function messageIn(text: string): string {
  const [first] = [JSON.parse(text) as unknown].flat() as { error?: { message?: unknown } }[];
  return String(first?.error?.message ?? text);
}

/** Fetches an address as a visitor does. Throws `ToolError` if there is no answer. */
export async function visit(
  { fetch }: DoctorContext,
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch {
    throw new ToolError(`${new URL(url).origin} does not answer`);
  }
}
