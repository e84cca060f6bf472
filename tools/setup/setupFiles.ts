import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { CLIENT_VERSION } from '../../src/domain/constants';
import { readConfig } from '../../src/firebase/config';
import { parseServiceTypes, parseVersion } from '../../src/firebase/rest/parseDocuments';
import { ToolError } from '../toolErrors';
import { createDocuments } from '../ownerDocuments';
import { CONFIGURATION, servicesFields, readTypes } from '../servicesSet';
import { bucketOf, webAppConfig } from './setupGoogle';
import { needed, type SetupContext } from './step';

const SEED = fileURLToPath(new URL('../seed', import.meta.url));
/** The files that are copied for the owner to fill in. */
const OWN = ['business.json', 'services.json'];

/** The text of a file; undefined if there is none. */
const textOf = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** The five variables of `.env`, from the configuration of the project's web app. */
async function environment(context: SetupContext): Promise<Record<string, string>> {
  const { apiKey, authDomain, appId } = await webAppConfig(context);
  return {
    VITE_FIREBASE_API_KEY: String(apiKey),
    VITE_FIREBASE_AUTH_DOMAIN: String(authDomain),
    VITE_FIREBASE_PROJECT_ID: context.project,
    VITE_FIREBASE_STORAGE_BUCKET: needed(await bucketOf(context), 'The bucket'),
    VITE_FIREBASE_APP_ID: String(appId),
  };
}

/** Compares `.env` with the project. Throws `ToolError` if the file is of another project. */
async function compareEnvironment(context: SetupContext) {
  const file = path.join(context.site, '.env');
  const text = (await textOf(file)) ?? '';
  const written = parseEnv(text);
  const other = written['VITE_FIREBASE_PROJECT_ID'];
  if (other && other !== context.project) {
    throw new ToolError(
      `The file .env is of another project: ${other}. Run the setup for that project, or rename the file .env first.`,
    );
  }
  const wanted = Object.entries(await environment(context));
  return { file, text, wanted, wrong: wanted.filter(([name, value]) => written[name] !== value) };
}

export const envFile = {
  async look(context: SetupContext) {
    const { wrong } = await compareEnvironment(context);
    return wrong.length === 0
      ? undefined
      : `write ${wrong.map(([name]) => name).join(', ')} into .env`;
  },
  async act(context: SetupContext) {
    const { file, text, wanted } = await compareEnvironment(context);
    const names = wanted.map(([name]) => name);
    const others = text
      .split(/\r?\n/)
      .filter((line) => !names.includes(line.split('=')[0]!.trim()));
    const lines = wanted.map(([name, value]) => `${name}=${value}`);
    await writeFile(file, `${[...lines, ...others].join('\n').trimEnd()}\n`);
  },
};

async function missingFiles({ site }: SetupContext): Promise<string[]> {
  const texts = await Promise.all(OWN.map((name) => textOf(path.join(site, name))));
  return OWN.filter((_, index) => texts[index] === undefined);
}

export const ownFiles = {
  async look(context: SetupContext) {
    const names = await missingFiles(context);
    return names.length === 0 ? undefined : `copy ${names.join(' and ')}, for you to fill in`;
  },
  async act(context: SetupContext) {
    for (const name of await missingFiles(context)) {
      await copyFile(path.join(SEED, name), path.join(context.site, name));
    }
  },
};

async function documentsOf(context: SetupContext) {
  const config = readConfig(await environment(context), '');
  return { config, documents: createDocuments(config, context.http) };
}

const VERSION = 'version/current';

export const versionDocument = {
  async look(context: SetupContext) {
    const { documents } = await documentsOf(context);
    const stored = await documents.get(VERSION);
    const isThere = stored !== undefined && parseVersion(stored.fields) !== undefined;
    return isThere ? undefined : `store ${CLIENT_VERSION} as the current version`;
  },
  async act(context: SetupContext) {
    const { documents } = await documentsOf(context);
    await documents.set(VERSION, { version: CLIENT_VERSION });
  },
};

/** Stores only what is missing. To change a stored list, the owner runs `services:set`. */
export const configurationDocument = {
  async look(context: SetupContext) {
    const { documents } = await documentsOf(context);
    const { fields = {} } = (await documents.get(CONFIGURATION)) ?? {};
    const isThere = parseServiceTypes(fields).length > 0 && 'download_address' in fields;
    return isThere
      ? undefined
      : 'store the service types of services.json, and the address that pictures must have';
  },
  async act(context: SetupContext) {
    const { config, documents } = await documentsOf(context);
    const { fields: stored = {} } = (await documents.get(CONFIGURATION)) ?? {};
    const kept = parseServiceTypes(stored);
    const file = path.join(context.site, 'services.json');
    const fields = servicesFields(config, stored, kept.length > 0 ? kept : await readTypes(file));
    await documents.set(CONFIGURATION, fields, Object.keys(fields));
  },
};
