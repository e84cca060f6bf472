/** What the system refuses, in sentences. */
import { expect, test } from 'vitest';
import { listenError } from '../../backend/listening';
import { CorruptedData } from '../../backend/persistence/atomicFiles';
import { FolderInUse } from '../../backend/persistence/folderLock';
import { RulesLoadError } from '../../backend/rules/rulesErrors';
import { ConfigError } from '../../src/firebase/config';
import { ToolError } from '../../tools/toolErrors';
import { systemProblem } from '../../tools/systemErrors';
import { explain } from '../../tools/start/explain';

const failing = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: it failed`), { code, ...more });
const listening = (code: string, port = 5000) =>
  listenError(failing(code), 'hosting', port, 'localhost');

test.each<[string, NodeJS.Platform, string[]]>([
  [
    'EADDRINUSE',
    'linux',
    [
      'Port 5000 on localhost is taken',
      'Stop the program that uses it, or choose another port with --port or HOSTING_PORT.',
    ],
  ],
  [
    'EADDRINUSE',
    'darwin',
    ['Port 5000 on localhost is taken', 'that is the AirPlay receiver', '--port or HOSTING_PORT'],
  ],
  [
    'EACCES',
    'win32',
    [
      'The system does not give port 5000',
      'netsh interface ipv4 show excludedportrange',
      '--port or HOSTING_PORT',
    ],
  ],
  [
    'EACCES',
    'linux',
    [
      'The system does not give port 5000',
      'Ports below 1024 are for root',
      '--port or HOSTING_PORT',
    ],
  ],
  ['EADDRNOTAVAIL', 'linux', ['This machine has no address localhost', '--host']],
  ['ENOTFOUND', 'linux', ['This machine has no address localhost', '--host']],
])('%s of a port on %s', (code, platform, parts) => {
  const said = explain(listening(code), platform);
  for (const part of parts) expect(said).toContain(part);
  expect(said).not.toContain('    at ');
});

test.each([
  [
    failing('EACCES', { path: '/p/.local' }),
    '/p/.local cannot be written (EACCES).\n  This user may not write there.',
  ],
  [
    failing('EPERM', { path: '/p/.local' }),
    '/p/.local cannot be written (EPERM).\n  This user may not write there.',
  ],
  [
    failing('EROFS', { path: '/p' }),
    '/p cannot be written (EROFS).\n  That place can only be read.',
  ],
  [failing('ENOSPC'), 'ENOSPC: it failed\n  The disk is full.'],
  [failing('ENOSPC', { syscall: 'watch' }), 'This system watches no more files.'],
  [
    new Error(
      "Build failed with 1 error:\n\n[plugin x]\nError: ENOSPC: no space left, copyfile 'a'\n    at b",
    ),
    "ENOSPC: no space left, copyfile 'a'\n  The disk is full.",
  ],
  [
    failing('ENOENT', { syscall: 'mkdir', path: 'Z:/site' }),
    'Z:/site cannot be made. Choose a folder',
  ],
  [
    new Error('Could not write\nNo space left on device (os error 28)'),
    'No space left on device (os error 28)\n  The disk is full.',
  ],
])('%s', (error, said) => {
  expect(systemProblem(error)).toContain(said);
  expect(explain(error)).toContain(said);
});

test.each([
  new FolderInUse('/p/.local/lock-5000-aa', '77'),
  new CorruptedData('/p/.local/documents.json', new Error('half a file')),
  new RulesLoadError('an unknown function', 'firestore.rules', { line: 3, column: 5 }),
  new ToolError('The functions did not compile.'),
  new ConfigError('Missing Firebase configuration: VITE_FIREBASE_API_KEY.'),
])('%s is its sentence alone', (error) => {
  expect(explain(error)).toBe(error.message);
});

test('a mistake of the program keeps its stack trace', () => {
  expect(systemProblem(failing('ENOENT'))).toBeUndefined();
  expect(explain(new TypeError('oh'))).toContain('    at ');
});
