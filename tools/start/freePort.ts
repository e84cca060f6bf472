import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port on which nothing listens at this moment, for programs that are told theirs: emulators, drivers, browsers. */
export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
