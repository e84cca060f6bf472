import { oneLine } from '../../backend/oneLine';
import { ToolError } from '../toolErrors';
import { Unanswered } from '../googleProject';
import { Unreachable } from '../ownerHttp';
import type { Terminal } from '../terminal';
import { fail, unknown, type Check, type DoctorContext, type Finding } from './check';

const INDENT = ' '.repeat(9);

/**
 * Resolves with the number of lines that say FAIL. If the environment cannot be used, `context` is a text that says
 * what is wrong with it; the first line prints that.
 */
export async function examine(
  checks: readonly Check[],
  context: DoctorContext | string,
  terminal: Terminal,
): Promise<number> {
  /** For each check that has failed or is blocked: the title of the check that has failed. */
  const blockers = new Map<string, string>();
  const counts = { PASS: 0, FAIL: 0, UNKNOWN: 0, blocked: 0 };
  const isLocal = isLocalContext(context);
  const width = Math.max(...checks.map(({ title }) => title.length)) + 2;
  const say = (state: keyof typeof counts, { title, documented }: Check, detail: string) => {
    counts[state] += 1;
    const line = oneLine(detail);
    const untried = documented && !isLocal ? ' (not tried yet)' : '';
    terminal.line(`${state.padEnd(INDENT.length)}${title.padEnd(width)}  ${line}${untried}`);
  };
  for (const check of checks) {
    const blocker = check.needs.map((need) => blockers.get(need)).find((one) => one !== undefined);
    if (blocker !== undefined) {
      blockers.set(check.title, blocker);
      say('blocked', check, `blocked by ${blocker}`);
      continue;
    }
    const found = typeof context === 'string' ? fail(context) : await runCheck(check, context);
    say(found.state, check, found.detail);
    if (found.state === 'FAIL') blockers.set(check.title, check.title);
    for (const line of advice(check, found, context)) terminal.line(`${INDENT}${line}`);
  }
  const { PASS, FAIL, UNKNOWN, blocked } = counts;
  terminal.line(`\n${PASS} PASS, ${FAIL} FAIL, ${UNKNOWN} UNKNOWN, ${blocked} blocked`);
  if (isLocal) {
    terminal.line('This was the local backend, NOT your live site.');
  } else {
    terminal.line(
      '"not tried yet": written from the documentation of Google, and not tried on the real service.',
    );
  }
  return FAIL;
}

const isLocalContext = (context: DoctorContext | string) =>
  typeof context !== 'string' && context.config.local;

function advice(check: Check, found: Finding, context: DoctorContext | string): string[] {
  // The message about a wrong flag or address says itself what to do; setup can only write VITE_FIREBASE_*.
  const isSelfExplaining = typeof context === 'string' && !context.includes('VITE_FIREBASE_');
  if (found.state === 'PASS' || found === ONLY_ON_A_PROJECT || isSelfExplaining) return [];
  const isLocal = isLocalContext(context);
  const fixOfCheck = isLocal && check.localFix !== undefined ? check.localFix : check.fix;
  const fix = `→ ${withNames(found.fix ?? fixOfCheck, context)}`;
  return check.documented && !isLocal ? [fix, `  asked: ${check.documented}`] : [fix];
}

const ONLY_ON_A_PROJECT = unknown(
  'not checked: only a Firebase project has it',
  'run it without --local',
);

async function runCheck(check: Check, context: DoctorContext): Promise<Finding> {
  const { local } = context.config;
  if (local && check.documented && !check.local) return ONLY_ON_A_PROJECT;
  try {
    const makeCheck = local && check.local ? check.local : check.check;
    return await makeCheck(context);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error instanceof Unanswered) return unknown(error.message, error.fix);
    // The other lines of `Unreachable` say how a command goes on; the doctor starts anew.
    const [firstLine = ''] = error.message.split('\n');
    return fail(error instanceof Unreachable ? firstLine : error.message);
  }
}

function withNames(fix: string, context: DoctorContext | string): string {
  if (typeof context === 'string') return fix;
  const { projectId, storageBucket } = context.config;
  return fix.replaceAll('PROJECT', projectId).replaceAll('BUCKET', storageBucket);
}
