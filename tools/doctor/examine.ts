/** Goes through the checks in their order and says what comes of each. */
import { ToolError } from '../errors';
import { Unanswered } from '../googleProject';
import { Unreachable } from '../http';
import type { Terminal } from '../terminal';
import { fail, unknown, type Check, type DoctorContext, type Finding } from './check';

const INDENT = ' '.repeat(9);

/**
 * Resolves with how many lines FAIL. Where the environment allows no context, `context` is what is wrong
 * with it: the first line says so.
 */
export async function examine(
  checks: readonly Check[],
  context: DoctorContext | string,
  terminal: Terminal,
): Promise<number> {
  /** Of each check that has failed, or is blocked: the one that has failed. */
  const blockers = new Map<string, string>();
  const counts = { PASS: 0, FAIL: 0, UNKNOWN: 0, blocked: 0 };
  const isLocal = typeof context !== 'string' && context.config.local;
  const width = Math.max(...checks.map(({ title }) => title.length)) + 2;
  const say = (state: keyof typeof counts, { title, documented }: Check, detail: string) => {
    counts[state] += 1;
    const one = detail.replaceAll(/\s+/g, ' ');
    const untried = documented && !isLocal ? ' (not tried yet)' : '';
    terminal.line(`${state.padEnd(INDENT.length)}${title.padEnd(width)}  ${one}${untried}`);
  };
  for (const check of checks) {
    const blocker = check.needs.map((need) => blockers.get(need)).find((one) => one !== undefined);
    if (blocker !== undefined) {
      blockers.set(check.title, blocker);
      say('blocked', check, `blocked by ${blocker}`);
      continue;
    }
    const found = typeof context === 'string' ? fail(context) : await look(check, context);
    say(found.state, check, found.detail);
    if (found.state === 'FAIL') blockers.set(check.title, check.title);
    // What is wrong with a flag or an address tells by itself how to mend it.
    const isPlain = typeof context === 'string' && !context.includes('VITE_FIREBASE_');
    if (found.state !== 'PASS' && found !== ELSEWHERE && !isPlain) {
      terminal.line(`${INDENT}→ ${named(found.mend ?? check.mend, context)}`);
      if (check.documented && !isLocal) terminal.line(`${INDENT}  asked: ${check.documented}`);
    }
  }
  const { PASS, FAIL, UNKNOWN, blocked } = counts;
  terminal.line(`\n${PASS} PASS, ${FAIL} FAIL, ${UNKNOWN} UNKNOWN, ${blocked} blocked`);
  if (!isLocal) terminal.line('not tried yet: written from the documentation of Google');
  return FAIL;
}

const ELSEWHERE = unknown('only a project has it', 'run it without --local');

async function look(check: Check, context: DoctorContext): Promise<Finding> {
  const { local } = context.config;
  if (local && check.documented && !check.local) return ELSEWHERE;
  try {
    return await ((local && check.local) || check.check)(context);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // Its second line is about commands that go on where they were.
    const message = error instanceof Unreachable ? error.message.split('\n')[0]! : error.message;
    return error instanceof Unanswered ? unknown(message, error.mend) : fail(message);
  }
}

function named(mend: string, context: DoctorContext | string): string {
  if (typeof context === 'string') return mend;
  const { projectId, storageBucket } = context.config;
  return mend.replaceAll('PROJECT', projectId).replaceAll('BUCKET', storageBucket);
}
