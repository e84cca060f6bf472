/** Listening sockets that can be closed and opened again on the same port. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceName } from './faults/types';
import type { RequestHandler } from './http';

export type Ports = Record<ServiceName, number>;

/** The same ports as in the `emulators` block of firebase.json, so that Firebase's own emulators can take over. */
export const DEFAULT_PORTS: Ports = { hosting: 5000, firestore: 8080, auth: 9099, storage: 9199 };

/** The port of a service is taken. */
export class PortTaken extends Error {
  constructor(
    readonly service: ServiceName,
    readonly port: number,
    host: string,
  ) {
    super(`Port ${port} on ${host} is taken, and the ${service} service needs it.`);
    this.name = 'PortTaken';
  }
}

export type Listening = Awaited<ReturnType<typeof listen>>;

export interface ListenOptions {
  service: ServiceName;
  /** `localhost` means IPv4 and IPv6. */
  host: string;
  /** 0 picks a free port. */
  port: number;
  handler: RequestHandler;
}

export async function listen(options: ListenOptions) {
  const addresses = options.host === 'localhost' ? ['127.0.0.1', '::1'] : [options.host];
  const servers = addresses.map((address) => ({ address, server: newServer(options.handler) }));
  let { port } = options;

  const down = async () => {
    await Promise.all(servers.map(({ server }) => close(server)));
  };
  const up = async () => {
    try {
      for (const { address, server } of servers) {
        if (server.listening) continue;
        const isOptional = address === '::1';
        port = (await listenOn(server, port, address, isOptional)) ?? port;
      }
    } catch (error) {
      await down();
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
        throw new PortTaken(options.service, port, options.host);
      }
      throw error;
    }
  };
  await up();
  return {
    get port() {
      return port;
    },
    /** Closes the sockets and every connection. The port is free afterwards. */
    down,
    /** Listens again on the same port. Does nothing if the sockets are already listening. */
    up,
  };
}

function newServer(handler: RequestHandler): Server {
  const server = createServer((req, res) => void handler(req, res));
  // Milliseconds. Longer than a browser keeps an idle connection, so that a browser never uses a connection that
  // the server has just closed.
  server.keepAliveTimeout = 120_000;
  // No time limit, because uploads over a bad connection take long.
  server.requestTimeout = 0;
  return server;
}

/** Resolves with the port, or with null if this machine does not have the optional address family. */
function listenOn(
  server: Server,
  port: number,
  address: string,
  isOptional: boolean,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT';
      if (isOptional && isMissing) resolve(null);
      else reject(error);
    };
    server.once('error', onError);
    server.listen(port, address, () => {
      server.off('error', onError);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // `close` fails only if the server was not listening, and then there is nothing to close.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
