/** `npm run version:bump`: raises the client's version where it stands, and says what comes next. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from './errors';

const LIMITS = 'src/domain/constants.ts';
const CONSTANT = /(export const CLIENT_VERSION = )(\d+(?:\.\d+)?)(;)/;

/** Raises to `wanted`, or by 0.01, in the checkout at `root`; resolves with the new version as text. */
export async function bumpVersion(root: string, wanted?: string): Promise<string> {
  const limits = path.join(root, LIMITS);
  const source = await readFile(limits, 'utf8');
  const before = CONSTANT.exec(source)?.[2];
  if (before === undefined) throw new ToolError(`${LIMITS} has no CLIENT_VERSION.`);
  const after = wanted ?? (Math.round(Number(before) * 100 + 1) / 100).toFixed(2);
  if (!/^\d+\.\d{2}$/.test(after)) throw new ToolError(`"${after}" is not a version such as 0.63.`);
  if (Number(after) <= Number(before)) {
    throw new ToolError(`The client is ${before} already: the new version must be higher.`);
  }
  await writeFile(limits, source.replace(CONSTANT, `$1${Number(after)}$3`));
  for (const name of ['package.json', 'package-lock.json']) {
    await raisePackage(path.join(root, name), `${after}.0`);
  }
  return after;
}

/** The package's own version is the first that stands in the file, in the lock once more below. */
async function raisePackage(file: string, version: string): Promise<void> {
  const json = JSON.parse(await readFile(file, 'utf8')) as PackageFile;
  json.version = version;
  const own = json.packages?.[''];
  if (own) own.version = version;
  await writeFile(file, `${JSON.stringify(json, null, 2)}\n`);
}

interface PackageFile {
  version: string;
  packages?: Record<string, { version?: string }>;
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const version = await bumpVersion(
      fileURLToPath(new URL('..', import.meta.url)),
      process.argv[2],
    );
    process.stdout.write(`The client is ${version} now. Next:
  1. CHANGELOG.md: a heading "${version}"
  2. npm run validate, npm run build, firebase deploy (docs/deploy.md)
  3. when the new site answers: npm run version:set -- ${version}
`);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
