/** The message of `npm start` when it cannot start, and of `npm run build` when it cannot build. */
import { inspect } from 'node:util';
import { CannotListen } from '../../backend/listening';
import { CorruptedData } from '../../backend/persistence/atomicFiles';
import { FolderInUse } from '../../backend/persistence/folderLock';
import { RulesLoadError } from '../../backend/rules/rulesErrors';
import { ConfigError } from '../../src/firebase/config';
import { ToolError } from '../toolErrors';
import { systemProblem } from '../systemErrors';
import { portNames } from './options';

/** The message alone for errors that a reader can act on; for all others all that they say, their causes, too. */
export function explain(error: unknown, platform: NodeJS.Platform = process.platform): string {
  if (error instanceof CannotListen) return `${error.message}\n  ${adviceFor(error, platform)}`;
  const known = [ToolError, ConfigError, FolderInUse, CorruptedData, RulesLoadError];
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  return systemProblem(error) ?? inspect(error);
}

function adviceFor({ service, port, reason }: CannotListen, platform: NodeJS.Platform): string {
  if (reason === 'noAddress') {
    return 'Give an address of this machine with --host, or leave that out: npm start';
  }
  const { flag, variable } = portNames(service);
  const another = `choose another port with --${flag} or ${variable}.`;
  if (reason === 'notAllowed') {
    return platform === 'win32'
      ? `Windows reserves ranges of ports (netsh interface ipv4 show excludedportrange protocol=tcp): ${another}`
      : `Ports below 1024 are for root: ${another}`;
  }
  return platform === 'darwin' && port === 5000
    ? `On macOS that is the AirPlay receiver. Turn it off (System Settings, General, AirDrop & Handoff), or ${another}`
    : `Stop the program that uses it, or ${another}`;
}
