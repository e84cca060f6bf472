import { createServer, type AddressInfo } from 'node:net';

/** A port on which nothing listens at this moment, for programs that are told theirs: emulators, drivers, browsers. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
