import { parseArgs } from 'node:util';
import type { ServiceName } from '../../backend/faults/types';
import { DEFAULT_PORTS, type Ports } from '../../backend/listening';

/** What was typed cannot be understood; the message says what and lists what can be. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What a service's port is called on the command line and in the environment. */
export const portNames = (service: ServiceName) => ({
  flag: service === 'hosting' ? ('port' as const) : (`${service}-port` as const),
  variable: `${service.toUpperCase()}_PORT`,
});

const DEV_PORT = 5173;
const SERVICES = Object.keys(DEFAULT_PORTS) as ServiceName[];

export const HELP = `The cabinet site with its local backend

  npm start              build the site and serve it
  npm run dev            the same with fast refresh

Options (after --, for example npm start -- --port 5001)
  --port N               the site            ${DEFAULT_PORTS.hosting} (dev: ${DEV_PORT}), or HOSTING_PORT
  --firestore-port N     Firestore, data     ${DEFAULT_PORTS.firestore}, or FIRESTORE_PORT
  --auth-port N          Auth                ${DEFAULT_PORTS.auth}, or AUTH_PORT
  --storage-port N       Storage             ${DEFAULT_PORTS.storage}, or STORAGE_PORT
  --host NAME            address to serve on localhost
  --data DIR             where data is kept  .local/data
  --out DIR              where it is built   .local/site
  --fresh                start over with the sample data
  --firestore official   Google's own Firestore emulator answers, if it is on this machine
  --help                 this text
`;

export type CliOptions = ReturnType<typeof parseCliOptions>;

/** Flags win over environment variables, which win over the defaults. Throws `UsageError`. */
export function parseCliOptions(args: readonly string[], env: Record<string, string | undefined>) {
  const { values, positionals } = parse(args);
  const [command = 'start', ...rest] = positionals;
  if (command !== 'start' && command !== 'dev') throw usage(`There is no command "${command}".`);
  if (rest.length > 0) throw usage(`"${rest[0]}" is one word too many.`);
  const port = (service: ServiceName): number => {
    const { flag, variable } = portNames(service);
    const given = values[flag];
    if (given !== undefined) return parsePort(given, `--${flag}`);
    if (env[variable]) return parsePort(env[variable], variable);
    return service === 'hosting' && command === 'dev' ? DEV_PORT : DEFAULT_PORTS[service];
  };
  const ports = Object.fromEntries(SERVICES.map((service) => [service, port(service)])) as Ports;
  checkDistinct(ports);
  const { firestore = 'embedded' } = values;
  if (firestore !== 'embedded' && firestore !== 'official') {
    throw usage(`--firestore must be embedded or official, not "${firestore}".`);
  }
  return {
    command,
    /** Of `dev`, `hosting` is where Vite listens. */
    ports,
    host: values.host ?? 'localhost',
    /** Where data is kept between runs. */
    dataDir: values.data ?? '.local/data',
    /** Where `start` builds the site. */
    outDir: values.out ?? '.local/site',
    /** Which Firestore answers. */
    firestore,
    /** Throw away what was kept. */
    fresh: values.fresh ?? false,
    help: values.help ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        'firestore-port': { type: 'string' },
        'auth-port': { type: 'string' },
        'storage-port': { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        out: { type: 'string' },
        firestore: { type: 'string' },
        fresh: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    // Node's first sentence names the flag; the rest talks about its own API.
    const [sentence] = String((error as Error).message).split('. ');
    throw usage(`${sentence}.`);
  }
}

export function isPort(text: string): boolean {
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536;
}

function parsePort(text: string, name: string): number {
  if (isPort(text)) return Number(text);
  throw usage(`${name} must be a port from 1 to 65535, not "${text}".`);
}

function checkDistinct(ports: Ports): void {
  for (const service of SERVICES) {
    const other = SERVICES.find((name) => name !== service && ports[name] === ports[service]);
    if (other) throw usage(`${service} and ${other} cannot both use port ${ports[service]}.`);
  }
}

function usage(message: string): UsageError {
  return new UsageError(`${message}\n\n${HELP}`);
}
