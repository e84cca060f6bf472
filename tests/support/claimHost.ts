import { createServer, type Server } from 'node:net';

/** Held while a worker uses an address, so that runs side by side choose different ones. */
const CLAIM_PORT = 5601;
/** Addresses that one run's workers lie apart from another's. */
const STRIDE = 8;
const LAST = 120;

export interface ClaimedHost {
  host: string;
  release(): Promise<void>;
}

/** The first free of 127.0.0.(1 + index), then every eighth after it. */
export async function claimHost(index: number): Promise<ClaimedHost> {
  for (let number = 1 + index; number < LAST; number += STRIDE) {
    const host = `127.0.0.${number}`;
    const claim = await tryListen(host);
    if (claim) return { host, release: () => closed(claim) };
  }
  throw new Error('No address of 127.0.0.* is free for this test worker.');
}

function tryListen(host: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EADDRNOTAVAIL') resolve(null);
      else reject(error);
    });
    server.listen(CLAIM_PORT, host, () => resolve(server));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
