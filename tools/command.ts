import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Surroundings, Target, ToolContext } from './toolContext';
import { ToolError } from './toolErrors';

export interface Command {
  /** What it does, in one line. */
  summary: string;
  /** How the command is written, then what each part means. */
  usage: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  words: ExpectedWords;
  run(context: ToolContext, args: Arguments): Promise<void>;
}

export interface ExpectedWords {
  /** The words that must be given, in their order, by the names that the usage has for them. */
  needed: readonly string[];
  /** How many more words may follow; none if left out. */
  optional?: number;
}

/** A command that finds the project and the token by itself, or needs none. */
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

/** Throws `ToolError` when a word is missing, or a word or an option is unknown. */
export function readArguments(command: Omit<Command, 'run'>, args: readonly string[]): Arguments {
  const help = `Write the command like this:\n\n${command.usage}`;
  const options = { ...COMMON, ...command.options };
  const parsed = parseOptions(args, options, help);
  const { positionals: words } = parsed;
  const values: Record<string, unknown> = parsed.values;
  const problem = values['help'] ? undefined : problemWith(words, command.words);
  if (problem !== undefined) throw new ToolError(`${problem}\n${help}`);
  return {
    words,
    text(name) {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    flag: (name) => values[name] === true,
  };
}

function problemWith(
  words: readonly string[],
  { needed, optional = 0 }: ExpectedWords,
): string | undefined {
  const missing = needed.slice(words.length);
  if (missing.length > 0) return `Missing: ${missing.join(' and ')}.`;
  const surplus = words[needed.length + optional];
  if (surplus === undefined) return undefined;
  return `"${surplus}" is one word too many. Put quotes around a text of several words: "like this".`;
}

/** Reads options and words. Throws a `ToolError` that names the wrong option, and then gives the `help`. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  help: string,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    // Node's first sentence names the option; the rest talks about its own API.
    const [sentence] = (error as Error).message.split('. ');
    throw new ToolError(`${sentence}.\n${help}`);
  }
}
