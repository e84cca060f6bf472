/** The message of `npm start` when it cannot start. */
import { PortTaken } from '../../backend/listening';
import { DataInUse } from '../../backend/persistence/dataLock';
import { CorruptedData } from '../../backend/persistence/files';
import { RulesLoadError } from '../../backend/rules/errors';
import { ToolError } from '../errors';
import { portNames, UsageError } from './options';
import { FolderNotOurs } from './site';

/** The message alone for errors that a reader can act on; for all others the stack trace, too. */
export function explain(error: unknown): string {
  if (error instanceof PortTaken) {
    const { flag, variable } = portNames(error.service);
    return (
      `${error.message}\n` +
      `  Stop the program that uses it, or choose another port with --${flag} or ${variable}.`
    );
  }
  const known = [ToolError, UsageError, FolderNotOurs, DataInUse, CorruptedData, RulesLoadError];
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
