/** What the system may refuse to a command, in sentences for the person at the terminal. */

const SENTENCES: Record<string, string> = {
  EACCES:
    'This user may not write there. A command that ran with sudo may have left files of root: give them back with chown, or delete them.',
  EROFS: 'That place can only be read. Move the project to a folder that can be written.',
  ENOSPC: 'The disk is full. Make room, then start again. What was stored before is whole.',
  EDQUOT: 'The quota of this user is used up. Make room, then start again.',
  EMFILE: 'Too many files are open. Raise the limit (ulimit -n 4096), then start again.',
};

/** Vite's native parts give the system's words instead of its code. */
const WORDS: [words: RegExp, code: string][] = [
  [/Permission denied|Access is denied/, 'EACCES'],
  [/Read-only file system/, 'EROFS'],
  [/No space left on device|not enough space on the disk/, 'ENOSPC'],
];

/** Says what the system has refused, with the file; undefined for every other error. */
export function systemProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, syscall, message } = error as NodeJS.ErrnoException;
  const known = code === 'EPERM' ? 'EACCES' : (code ?? '');
  const kind = known in SENTENCES ? known : WORDS.find(([words]) => words.test(message))?.[1];
  if (kind === undefined || syscall === 'listen') return undefined;
  if (syscall === 'watch') return WATCHERS;
  const [firstLine] = message.split('\n');
  return `${path === undefined ? firstLine : `${path} cannot be written (${code}).`}\n  ${SENTENCES[kind]}`;
}

const WATCHERS =
  'This system watches no more files. Raise the limit: sudo sysctl fs.inotify.max_user_watches=524288';
