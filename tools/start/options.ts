import type { ServiceName } from '../../backend/faults/types';
import { DEFAULT_PORTS, type Ports } from '../../backend/listening';
import { parseOptions } from '../command';
import { ToolError } from '../toolErrors';

/** The names of a service's port: the flag on the command line and the environment variable. */
export const portNames = (service: ServiceName) => ({
  flag: service === 'hosting' ? ('port' as const) : (`${service}-port` as const),
  variable: `${service.toUpperCase()}_PORT`,
});

/** The folder of the built site, which nothing else uses. Relative to the project. */
export const OUT_DIR = '.local/site';
const DEV_PORT = 5173;
const SERVICES = Object.keys(DEFAULT_PORTS) as ServiceName[];

export const HELP = `The cabinet site with its local backend

  npm start              build the site and serve it
  npm run dev            the same, and pages follow every change of the code at once

Options (write them after --, for example npm start -- --port 5001)
  --port N               port of the site    ${DEFAULT_PORTS.hosting} (dev: ${DEV_PORT}), or HOSTING_PORT
  --firestore-port N     of Firestore        ${DEFAULT_PORTS.firestore}, or FIRESTORE_PORT
  --auth-port N          of Auth             ${DEFAULT_PORTS.auth}, or AUTH_PORT
  --storage-port N       of Storage          ${DEFAULT_PORTS.storage}, or STORAGE_PORT
  --host ADDRESS         localhost; this machine's address in the network, for a phone;
                         0.0.0.0 in a container, whose four ports are published as they are
  --data DIR             folder of the data  .local/data
  --out DIR              folder of the site  ${OUT_DIR}
  --fresh                delete the data, and start again with the samples
  --firestore official   use Google's Firestore emulator, if it is on this machine
  --help                 show this text
`;

const OPTIONS = {
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
} as const;

export type CliOptions = ReturnType<typeof parseCliOptions>;

/** Reads the options. A flag counts before a variable, and a variable before the default. Throws a
 * `ToolError` that names the mistake and lists the options. */
export function parseCliOptions(args: readonly string[], env: Record<string, string | undefined>) {
  const { values, positionals } = parseOptions(args, OPTIONS, `\n${HELP}`);
  const command = commandOf(positionals);
  const port = (service: ServiceName): number => {
    const { flag, variable } = portNames(service);
    const given = values[flag];
    if (given !== undefined) return parsePort(given, `--${flag}`);
    if (env[variable]) return parsePort(env[variable], variable);
    return service === 'hosting' && command === 'dev' ? DEV_PORT : DEFAULT_PORTS[service];
  };
  const ports = Object.fromEntries(SERVICES.map((service) => [service, port(service)])) as Ports;
  checkDistinct(ports);
  const { host = 'localhost' } = values;
  if (host.includes(':')) {
    throw usage(
      `--host cannot be ${host}: no browser accepts an IPv6 address in the site's Content-Security-Policy. localhost answers on ::1 as well.`,
    );
  }
  return {
    command,
    /** With `dev`, Vite listens on the port `hosting`. */
    ports,
    host,
    /** The folder that keeps the data between runs. */
    dataDir: values.data ?? '.local/data',
    outDir: values.out ?? OUT_DIR,
    /** The embedded Firestore, or Google's emulator. */
    firestore: firestoreOf(values.firestore),
    fresh: values.fresh ?? false,
    help: values.help ?? false,
  };
}

function commandOf([command = 'start', ...rest]: readonly string[]): 'start' | 'dev' {
  if (command !== 'start' && command !== 'dev') throw usage(`There is no command "${command}".`);
  if (rest.length > 0) throw usage(`"${rest[0]}" is one word too many.`);
  return command;
}

function firestoreOf(name = 'embedded'): 'embedded' | 'official' {
  if (name === 'embedded' || name === 'official') return name;
  throw usage(`--firestore must be embedded or official, not "${name}".`);
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

function usage(message: string): ToolError {
  return new ToolError(`${message}\n\n${HELP}`);
}
