/** The form of a command, and how its arguments are read. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Surroundings, Target, ToolContext } from './context';
import { ToolError } from './errors';

export interface Command {
  /** One line. */
  summary: string;
  /** What follows `npm run name --`, then what each part means. */
  usage: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** How many words may come beside options: least and most. */
  words: readonly [least: number, most: number];
  run(context: ToolContext, args: Arguments): Promise<void>;
}

/** A command that needs neither a project nor a token: it changes this checkout, or says what is missing. */
export interface StandaloneCommand extends Omit<Command, 'run'> {
  runAlone(surroundings: Surroundings, target: Target, args: Arguments): Promise<void>;
}

export interface Arguments {
  words: string[];
  text(name: string): string | undefined;
  flag(name: string): boolean;
}

const COMMON = {
  'dry-run': { type: 'boolean' },
  local: { type: 'boolean' },
  'firestore-port': { type: 'string' },
  'storage-port': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Parsed {
  values: Record<string, unknown>;
  positionals: string[];
}

/** Throws `ToolError` for what the command does not know. */
export function readArguments(command: Omit<Command, 'run'>, args: readonly string[]): Arguments {
  const { values, positionals: words } = parse(command, args);
  const [least, most] = command.words;
  if (!values['help'] && (words.length < least || words.length > most)) {
    const problem =
      words.length < least ? 'Something is missing.' : `"${words[most]}" is one word too many.`;
    throw new ToolError(`${problem}\n\n${command.usage}`);
  }
  return {
    words,
    text(name) {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    flag: (name) => values[name] === true,
  };
}

function parse(command: Omit<Command, 'run'>, args: readonly string[]): Parsed {
  try {
    const options = { ...COMMON, ...command.options };
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    // Node's first sentence names the option; the rest talks about its own API.
    const [sentence] = (error as Error).message.split('. ');
    throw new ToolError(`${sentence}.\n\n${command.usage}`);
  }
}
