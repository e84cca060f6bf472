import { readFile } from 'node:fs/promises';
import { MAX_CATEGORIES, MAX_CATEGORY_LENGTH } from '../src/domain/constants';
import { SERVICE_ICONS } from '../src/domain/serviceIcons';
import { parseServiceTypes } from '../src/firebase/rest/parseDocuments';
import type { PlainFields } from '../src/firebase/rest/firestoreDocuments';
import type { BackendConfig } from '../src/firebase/config';
import type { ServiceType } from '../src/domain/types';
import type { Command } from './command';
import { ToolError } from './toolErrors';
import { parseOwnersJson } from './ownersJson';

export const CONFIGURATION = 'configurations/configurations';

const ICONS = Object.entries(SERVICE_ICONS)
  .map(([name, shows]) => `${name} (${shows})`)
  .join(', ');

export const servicesSet: Command = {
  summary: 'Sets the service types of the request form.',
  usage: `npm run services:set -- FILE

  FILE        a list like tools/seed/services.json, which you can copy: at most ${MAX_CATEGORIES} entries.
              An "id" has small letters, digits and hyphens; requests that were sent keep it.
              An "icon" is one of: ${ICONS}
  --force     go on even if service types are taken away`,
  options: { force: { type: 'boolean' } },
  words: { needed: ['FILE'] },
  async run({ config, documents, terminal, dryRun }, args) {
    const types = await readTypes(args.words[0]!);
    const { fields: stored = {} } = (await documents.get(CONFIGURATION)) ?? {};
    const before = parseServiceTypes(stored);
    const fields = servicesFields(config, stored, types);
    const gone = before.filter(({ id }) => !types.some((type) => type.id === id));
    for (const line of differences(before, types, gone)) terminal.line(line);
    if ('download_address' in fields) {
      terminal.line(`  + download_address: ${String(fields['download_address'])}`);
    }
    if (before.length > 0) {
      terminal.line(
        `To undo this later, save the next line as a file and run services:set with it:\n${JSON.stringify(before)}`,
      );
    }
    if (gone.length > 0 && !dryRun && !args.flag('force')) {
      const names = gone.map(({ name }) => name).join(', ');
      throw new ToolError(
        `Nothing is changed: this takes away ${names}. Visitors could not choose that any more.\n` +
          `If you want that: npm run services:set -- ${args.words[0]!} --force`,
      );
    }
    if (!dryRun) await documents.set(CONFIGURATION, fields, Object.keys(fields));
    terminal.line(`${types.length} service types ${dryRun ? 'would be' : 'are'} set.`);
  },
};

/** A line for each service type: what is taken away, then what there will be, with a mark at what is new. */
function differences(before: ServiceType[], types: ServiceType[], gone: ServiceType[]): string[] {
  const markOf = ({ id }: ServiceType) => (before.some((type) => type.id === id) ? ' ' : '+');
  return [
    ...gone.map(({ id, name }) => `  - ${name} (${id})`),
    ...types.map((type) => `  ${markOf(type)} ${type.name} (${type.id})`),
  ];
}

/** The fields to write: the service types and, unless `stored` has it already, the address that pictures must have. */
export function servicesFields(
  config: BackendConfig,
  stored: Record<string, unknown>,
  types: readonly ServiceType[],
): PlainFields {
  // Without this field the rules accept pictures from any bucket (docs/decisions/0007).
  const isPinned = typeof stored['download_address'] === 'string' || config.local;
  return {
    services_types: types.map((type) => ({ ...type })),
    ...(!isPinned && { download_address: downloadPattern(config) }),
  };
}

/** A regular expression (RE2) for the start of the address of every file in this bucket. */
export function downloadPattern({ storageOrigin, storageBucket }: BackendConfig): string {
  return `${storageOrigin}/v0/b/${storageBucket}/o/`.replaceAll('.', '[.]');
}

/** Reads a file of service types. Throws a `ToolError` that names the wrong entry and its mistake. */
export async function readTypes(file: string): Promise<ServiceType[]> {
  const list = await readJson(file);
  if (!Array.isArray(list)) throw new ToolError(`${file} must be a list, written between [ and ].`);
  if (list.length === 0)
    throw new ToolError(`${file} has an empty list. Add at least one service type.`);
  const types = list.map((entry, index) => {
    const [type] = parseServiceTypes({ services_types: [entry] });
    const problem = type ? problemOf(type) : 'it needs an "id" and a "name"';
    if (problem !== undefined) throw new ToolError(`${file}, entry ${index + 1}: ${problem}.`);
    return type!;
  });
  if (parseServiceTypes({ services_types: types }).length < types.length) {
    throw new ToolError(
      `${file} may have at most ${MAX_CATEGORIES} entries, and no id twice. Take out the others.`,
    );
  }
  return types;
}

function problemOf({ id, icon }: ServiceType): string | undefined {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
    return `"${id}" cannot be an id. Use small letters, digits and hyphens, at most ${MAX_CATEGORY_LENGTH} in all, like kitchen-cabinets`;
  }
  return Object.hasOwn(SERVICE_ICONS, icon)
    ? undefined
    : `there is no icon "${icon}". Use one of: ${ICONS}`;
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ToolError(
      code === 'ENOENT'
        ? `There is no file ${file}. To start from the sample: cp tools/seed/services.json services.json`
        : `${file} cannot be read: ${message}`,
    );
  }
  return parseOwnersJson(file, text);
}
