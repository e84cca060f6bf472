/** Ends a program with everything that it has started. */
import { execFileSync, type ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Remembers a program until it has ended, for `killAll`. */
export function remember(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** SIGKILL to every program that is remembered, with all below it. */
export function killAll(): void {
  for (const { pid } of running) if (pid !== undefined) killTree(pid);
}

/** A process and all below it, itself first. */
function processTree(root: number): number[] {
  const listing = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = listing
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const tree = [root];
  for (const parent of tree) {
    for (const [pid, ppid] of rows) if (ppid === parent) tree.push(pid);
  }
  return tree;
}

/** SIGKILL to a process and all below it. */
export function killTree(root: number): void {
  for (const pid of processTree(root)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // Gone with another of them.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
