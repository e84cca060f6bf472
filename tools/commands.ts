import { readArguments, type Command, type StandaloneCommand } from './command';
import { createContext, type Surroundings } from './toolContext';
import { doctor } from './doctor/doctor';
import { ToolError } from './toolErrors';
import { galleryAdd } from './gallery/add';
import { galleryRemove } from './gallery/remove';
import { heroSet } from './heroSet';
import { requestsExport } from './requestsExport';
import { requestsRemove } from './requestsRemove';
import { servicesSet } from './servicesSet';
import { setup } from './setup/setup';
import { versionSet } from './versionSet';

const COMMANDS: Record<string, Command | StandaloneCommand> = {
  setup,
  doctor,
  'gallery:add': galleryAdd,
  'gallery:remove': galleryRemove,
  'hero:set': heroSet,
  'services:set': servicesSet,
  'version:set': versionSet,
  'requests:export': requestsExport,
  'requests:remove': requestsRemove,
};

const COMMON_USAGE = `  --dry-run   only say what the command would do, and change nothing
  --local     work on the local backend of "npm start", even if .env names a project (VITE_FIREBASE_*).
              If that was started with --firestore-port and --storage-port, give both here as well
              (or set FIRESTORE_PORT and STORAGE_PORT)`;

/** Runs `[name, ...arguments]`; resolves with the exit code. Rejects only for a bug in the tool itself. */
export async function runCommand(
  [name = '', ...args]: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { terminal } = surroundings;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (!command)
      throw new ToolError(`There is no command "${name}". Use one of these:\n\n${overview()}`);
    const parsed = readArguments(command, args);
    if (parsed.flag('help')) {
      terminal.line(`${command.summary}\n\n${command.usage}\n${COMMON_USAGE}`);
      return 0;
    }
    const ports = {
      firestore: parsed.text('firestore-port'),
      storage: parsed.text('storage-port'),
    };
    const target = { local: parsed.flag('local'), dryRun: parsed.flag('dry-run'), ports };
    if ('runAlone' in command) await command.runAlone(surroundings, target, parsed);
    else await command.run(createContext(surroundings, target), parsed);
    return 0;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    terminal.error(error.message);
    return 1;
  }
}

function overview(): string {
  return Object.entries(COMMANDS)
    .map(([name, { summary }]) => `  npm run ${name.padEnd(16)} ${summary}`)
    .join('\n');
}
