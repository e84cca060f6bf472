/** `npm run services:set`: the service types that a request can name. */
import { readFile } from 'node:fs/promises';
import { MAX_CATEGORIES, MAX_CATEGORY_LENGTH } from '../src/domain/constants';
import { SERVICE_ICONS } from '../src/domain/serviceIcons';
import { parseServiceTypes } from '../src/firebase/rest/parse';
import type { PlainFields } from '../src/firebase/rest/values';
import type { BackendConfig } from '../src/firebase/config';
import type { ServiceType } from '../src/domain/types';
import type { Command } from './command';
import { ToolError } from './errors';
import { parseOwnersJson } from './ownersJson';

export const CONFIGURATION = 'configurations/configurations';

const ICONS = Object.entries(SERVICE_ICONS)
  .map(([name, shows]) => `${name} (${shows})`)
  .join(', ');

export const servicesSet: Command = {
  summary: 'Sets the service types of the request form.',
  usage: `npm run services:set -- FILE

  FILE        JSON, such as tools/seed/services.json, which is there to copy: at most ${MAX_CATEGORIES} entries;
              an id is small letters, digits and hyphens, and sent requests keep it;
              icons: ${ICONS}
  --force     also where that takes types away`,
  options: { force: { type: 'boolean' } },
  words: [1, 1],
  async run({ config, documents, terminal, dryRun }, args) {
    const types = await readTypes(args.words[0]!);
    const { fields: stored = {} } = (await documents.get(CONFIGURATION)) ?? {};
    const before = parseServiceTypes(stored);
    const fields = servicesFields(config, stored, types);
    const gone = before.filter(({ id }) => !types.some((type) => type.id === id));
    for (const { id, name } of gone) terminal.line(`  - ${name} (${id})`);
    for (const { id, name } of types) {
      terminal.line(`  ${before.some((type) => type.id === id) ? ' ' : '+'} ${name} (${id})`);
    }
    if ('download_address' in fields) {
      terminal.line(`  + download_address: ${String(fields['download_address'])}`);
    }
    if (before.length > 0) {
      terminal.line(
        `To go back later, save this as a file and set that:\n${JSON.stringify(before)}`,
      );
    }
    if (gone.length > 0 && !dryRun && !args.flag('force')) {
      const names = gone.map(({ name }) => name).join(', ');
      throw new ToolError(
        `Nothing is changed: this takes away ${names}. Nobody could choose it any more.\n` +
          `If that is meant: npm run services:set -- ${args.words[0]!} --force`,
      );
    }
    if (!dryRun) await documents.set(CONFIGURATION, fields, Object.keys(fields));
    terminal.line(`${types.length} service types ${dryRun ? 'would be' : 'are'} set.`);
  },
};

/** What is written: the types, and where pictures lie unless that is `stored` already. */
export function servicesFields(
  config: BackendConfig,
  stored: Record<string, unknown>,
  types: readonly ServiceType[],
): PlainFields {
  // Without it the rules take addresses of any bucket (docs/decisions/0007).
  const isPinned = typeof stored['download_address'] === 'string' || config.local;
  return {
    services_types: types.map((type) => ({ ...type })),
    ...(!isPinned && { download_address: downloadPattern(config) }),
  };
}

/** RE2: what the address of a file in this bucket starts with. */
export function downloadPattern({ storageOrigin, storageBucket }: BackendConfig): string {
  return `${storageOrigin}/v0/b/${storageBucket}/o/`.replaceAll('.', '[.]');
}

/** Throws `ToolError` that names the entry and what is wrong with it. */
export async function readTypes(file: string): Promise<ServiceType[]> {
  const list = await readJson(file);
  if (!Array.isArray(list)) throw new ToolError(`${file}: a list is expected, in [ and ].`);
  if (list.length === 0) throw new ToolError(`${file}: the list is empty.`);
  const types = list.map((entry, index) => {
    const [type] = parseServiceTypes({ services_types: [entry] });
    const problem = type ? problemOf(type) : 'it needs an "id" and a "name"';
    if (problem !== undefined) throw new ToolError(`${file}, entry ${index + 1}: ${problem}.`);
    return type!;
  });
  if (parseServiceTypes({ services_types: types }).length < types.length) {
    throw new ToolError(`${file}: at most ${MAX_CATEGORIES} entries, each id once.`);
  }
  return types;
}

function problemOf({ id, icon }: ServiceType): string | undefined {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
    return `"${id}" is no id. Use small letters, digits and hyphens, at most ${MAX_CATEGORY_LENGTH}: kitchen-cabinets`;
  }
  return Object.hasOwn(SERVICE_ICONS, icon)
    ? undefined
    : `"${icon}" is no icon. There are: ${ICONS}`;
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ToolError(
      code === 'ENOENT'
        ? `There is no file ${file}. One to start from: cp tools/seed/services.json services.json`
        : `${file} cannot be read: ${message}`,
    );
  }
  try {
    return parseOwnersJson(file, text);
  } catch (error) {
    throw new ToolError((error as Error).message);
  }
}
