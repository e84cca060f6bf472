/** Finds programs, and ends them with everything that they have started. */
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

/** The lines of `ps` with these columns. */
function listing(columns: string): string[] {
  const text = execFileSync('ps', ['-axo', columns], { encoding: 'utf8', maxBuffer: 1e8 });
  return text.split('\n').map((line) => line.trim());
}

/** The processes whose command line has these words in it. */
export const processesOf = (words: string): number[] =>
  listing('pid=,command=')
    .filter((line) => line.includes(words))
    .map((line) => Number.parseInt(line, 10));

/** SIGKILL to a process and all below it, itself first. */
export function killTree(root: number): void {
  const rows = listing('pid=,ppid=').map((line) => line.split(/\s+/).map(Number));
  const tree = [root];
  for (const parent of tree) {
    for (const [pid, ppid] of rows) if (ppid === parent) tree.push(pid!);
  }
  tree.forEach(kill);
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // Gone with another of them.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
