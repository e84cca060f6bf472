/** Finds programs, and ends them with everything that they have started. */
import { execFileSync, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

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

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Windows has no `ps`. */
const LIST_ON_WINDOWS =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CommandLine)" }';

/** Every process of this machine. */
function processes(): Process[] {
  if (process.platform === 'linux') return fromProc();
  // A column of its own for each `-o`: macOS takes what follows the first `=` for that column's heading.
  const [program, args] =
    process.platform === 'win32'
      ? ['powershell', ['-NoProfile', '-Command', LIST_ON_WINDOWS]]
      : ['ps', ['-axww', '-o', 'pid=', '-o', 'ppid=', '-o', 'command=']];
  const text = execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1e8 });
  return [...text.matchAll(/^\s*(\d+)\s+(\d+) ?(.*)$/gm)].map(([, pid, parent, command]) => ({
    pid: Number(pid),
    parent: Number(parent),
    command: command!,
  }));
}

/** A bare Debian has no `ps`. */
function fromProc(): Process[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.flatMap((pid) => {
    try {
      const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid: Number(pid), parent: Number(parent), command }];
    } catch (error) {
      // It has ended meanwhile.
      if (/^(ENOENT|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  });
}

/** The processes whose command line has these words in it. */
export const processesOf = (words: string): number[] =>
  processes().flatMap(({ pid, command }) => (command.includes(words) ? [pid] : []));

/** SIGKILL to a process and all below it, itself first. */
export function killTree(root: number): void {
  const all = processes();
  const tree = [root];
  for (const each of tree) {
    for (const { pid, parent } of all) if (parent === each) tree.push(pid);
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
