/**
 * Keeps two processes from using one folder. Who uses it listens on a port of this machine and answers there with the
 * name of its lock file. So a lock ends with its process, however that dies, on every system. The number of a process
 * would not do: it is given anew, in a container at each start.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';

export class FolderInUse extends Error {
  constructor(file: string, owner: string) {
    super(
      `Another start uses the same folder: its lock is ${file} (process ${owner.trim()}).\n` +
        '  Stop that one first, or choose another folder and other ports (npm start -- --help).\n' +
        '  If it is certain that none is running, delete the lock.',
    );
    this.name = 'FolderInUse';
  }
}

/** Milliseconds to wait for an answer. An owner that is building is busy for seconds. */
const PATIENCE = 10_000;

/**
 * Locks a folder by a file whose name begins with `path`; the port and some random digits follow. Resolves with a
 * function that unlocks it; the end of this process does it, too. Rejects with `FolderInUse`. Of two that begin at the very same moment, both may be refused.
 */
export async function lock(path: string): Promise<() => void> {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  let name = '';
  const server = createServer((socket) => socket.on('error', () => {}).end(name));
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  name = `${basename(path)}-${port}-${randomBytes(4).toString('hex')}`;
  const unlock = () => {
    process.off('exit', unlock);
    rmSync(join(folder, name), { force: true });
    server.close();
  };
  process.once('exit', unlock);
  try {
    // Each first shows its own file and then looks for others. So of two, at least one sees the other.
    writeFileSync(join(folder, name), `${process.pid}\n`);
    const isLock = (each: string) => /^-\d+-[\da-f]{8}$/.test(each.slice(basename(path).length));
    const locks = readdirSync(folder).filter((each) => each.startsWith(basename(path)));
    for (const other of locks.filter((each) => isLock(each) && each !== name)) {
      const file = join(folder, other);
      if (await isHeld(other)) throw new FolderInUse(file, ownerIn(file));
      rmSync(file, { force: true });
    }
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Whether the owner of a lock answers, or says nothing: then it may be busy, or suspended. */
function isHeld(name: string): Promise<boolean> {
  const socket = connect(Number(name.split('-').at(-2)), '127.0.0.1').setEncoding('utf8');
  return new Promise<boolean>((resolve) => {
    socket.once('data', (answer: string) => resolve(answer === name));
    socket.once('close', () => resolve(false));
    socket.once('error', () => resolve(false));
    socket.setTimeout(PATIENCE, () => resolve(true));
  }).finally(() => socket.destroy());
}

/** Who wrote the lock, for the message only. */
function ownerIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'unknown';
  }
}
