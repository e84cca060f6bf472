/** `npm run services:set`: the service types that a request can name. */
import { readFile } from 'node:fs/promises';
import { MAX_CATEGORIES, MAX_CATEGORY_LENGTH } from '../src/domain/constants';
import { parseServiceTypes } from '../src/firebase/rest/parse';
import type { BackendConfig } from '../src/firebase/config';
import type { ServiceType } from '../src/domain/types';
import type { Command } from './command';
import { ToolError } from './errors';

const PATH = 'configurations/configurations';

export const servicesSet: Command = {
  summary: 'Sets the service types of the request form.',
  usage: `npm run services:set -- FILE

  FILE        JSON: [{ "id": "kitchen-cabinets", "name": "Kitchen cabinets", "icon": "kitchen" }, …],
              at most ${MAX_CATEGORIES}; ids of at most ${MAX_CATEGORY_LENGTH} characters, which sent requests keep`,
  words: [1, 1],
  async run({ config, documents, terminal, dryRun }, args) {
    const types = await readTypes(args.words[0]!);
    const stored = await documents.get(PATH);
    const before = parseServiceTypes(stored?.fields ?? {});
    // Without it the rules take addresses of any bucket (docs/decisions/0007).
    const isPinned = typeof stored?.fields['download_address'] === 'string' || config.local;
    const fields = {
      services_types: types.map((type) => ({ ...type })),
      ...(!isPinned && { download_address: downloadPattern(config) }),
    };
    for (const { id, name } of before) {
      if (!types.some((type) => type.id === id)) terminal.line(`  - ${name} (${id})`);
    }
    for (const { id, name } of types) {
      terminal.line(`  ${before.some((type) => type.id === id) ? ' ' : '+'} ${name} (${id})`);
    }
    if (!isPinned) terminal.line(`  + download_address: ${downloadPattern(config)}`);
    if (!dryRun) await documents.set(PATH, fields, Object.keys(fields));
    terminal.line(`${types.length} service types ${dryRun ? 'would be' : 'are'} set.`);
  },
};

/** RE2: what the address of a file in this bucket starts with. */
export function downloadPattern({ storageOrigin, storageBucket }: BackendConfig): string {
  return `${storageOrigin}/v0/b/${storageBucket}/o/`.replaceAll('.', '[.]');
}

async function readTypes(file: string): Promise<ServiceType[]> {
  const list = await readJson(file);
  if (!Array.isArray(list)) throw new ToolError(`${file}: a list is expected.`);
  const wrong = list.findIndex(
    (entry) => parseServiceTypes({ services_types: [entry] }).length === 0,
  );
  if (wrong >= 0) {
    throw new ToolError(
      `${file}, entry ${wrong + 1}: each needs an "id" (at most ${MAX_CATEGORY_LENGTH} characters) and a "name".`,
    );
  }
  const types = parseServiceTypes({ services_types: list });
  if (types.length < list.length) {
    throw new ToolError(`${file}: at most ${MAX_CATEGORIES} entries, each id once.`);
  }
  return types;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new ToolError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
}
