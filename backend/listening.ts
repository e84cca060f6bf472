/** Listening sockets that can be closed and opened again on the same port. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceName } from './faults/types';
import type { RequestHandler } from './httpHelpers';

export type Ports = Record<ServiceName, number>;

/** The same ports as in the `emulators` block of firebase.json, so that Firebase's own emulators can take over. */
export const DEFAULT_PORTS: Ports = { hosting: 5000, firestore: 8080, auth: 9099, storage: 9199 };

const REASONS = {
  taken: (port: number, host: string) => `Port ${port} on ${host} is taken`,
  notAllowed: (port: number, host: string) => `The system does not give port ${port} on ${host}`,
  noAddress: (_: number, host: string) => `This machine has no address ${host}`,
};
const CODES: Record<string, keyof typeof REASONS> = {
  EADDRINUSE: 'taken',
  EACCES: 'notAllowed',
  EPERM: 'notAllowed',
  EADDRNOTAVAIL: 'noAddress',
  ENOTFOUND: 'noAddress',
  EAI_AGAIN: 'noAddress',
};

/** The system refuses the port or the address of a service. */
export class CannotListen extends Error {
  constructor(
    readonly service: ServiceName,
    readonly port: number,
    host: string,
    readonly reason: keyof typeof REASONS,
  ) {
    super(`${REASONS[reason](port, host)}, and the ${service} service needs it.`);
    this.name = 'CannotListen';
  }
}

/** The error of a server's `listen`, as a `CannotListen` if it is one of those. */
export function listenError(error: unknown, service: ServiceName, port: number, host: string) {
  const reason = CODES[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new CannotListen(service, port, host, reason);
}

export type Listening = Awaited<ReturnType<typeof listen>>;

export interface ListenOptions {
  service: ServiceName;
  /** `localhost` means IPv4 and IPv6, 0.0.0.0 every address of this machine. */
  host: string;
  /** 0 picks a free port. */
  port: number;
  handler: RequestHandler;
}

/** What is listened on for a `host`; for all others, the host itself. */
const ADDRESSES: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  '0.0.0.0': ['0.0.0.0', '::1'],
};

/** The host in the addresses that browsers get: none of them can open 0.0.0.0. */
export const nameOf = (host: string) => (host === '0.0.0.0' ? 'localhost' : host);

export async function listen(options: ListenOptions) {
  const addresses = ADDRESSES[options.host] ?? [options.host];
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
      throw listenError(error, options.service, port, options.host);
    }
  };
  await up();
  return {
    get port() {
      return port;
    },
    /** Closes the sockets and every connection. The port is free afterwards. */
    down,
    /** Does nothing if the sockets are already listening. */
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
async function listenOn(
  server: Server,
  port: number,
  address: string,
  isOptional: boolean,
): Promise<number | null> {
  try {
    await once(server.listen(port, address), 'listening');
    return (server.address() as AddressInfo).port;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isOptional && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) return null;
    throw error;
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // `close` fails only if the server was not listening, and then there is nothing to close.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
