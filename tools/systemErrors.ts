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
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === 'listen') return undefined;
  if (syscall === 'watch') return WATCHERS;
  const code = codeOf(error);
  // Of a folder: the drive is missing, or Node has not said that it can only be read.
  if (code === 'ENOENT' && syscall === 'mkdir') return `${path} cannot be made. ${CHOOSE}`;
  const kind = code === 'EPERM' ? 'EACCES' : code;
  if (kind === undefined || !(kind in SENTENCES)) return undefined;
  // Vite puts the system's line between others.
  const line = error.message.split('\n').find((each) => codeOf(new Error(each)) === code);
  const said =
    path === undefined ? (line ?? error.message) : `${path} cannot be written (${code}).`;
  return `${said.replace(/^Error: /, '')}\n  ${SENTENCES[kind]}`;
}

function codeOf(error: NodeJS.ErrnoException): string | undefined {
  const { code, message } = error;
  if (code?.startsWith('E')) return code;
  return /\b(E[A-Z]+): /.exec(message)?.[1] ?? WORDS.find(([words]) => words.test(message))?.[1];
}

const CHOOSE = 'Choose a folder that exists and can be written (--data, --out).';
const WATCHERS =
  'This system watches no more files. Raise the limit: sudo sysctl fs.inotify.max_user_watches=524288';
