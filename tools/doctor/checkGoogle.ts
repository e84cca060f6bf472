/** Checks that only Google can answer, by the APIs that administer a project, with the owner's token. */
import { readFileSync } from 'node:fs';
import type { BackendConfig } from '../../src/firebase/config';
import { fieldsOf } from '../../src/firebase/rest/httpCall';
import { jsonOf } from '../ownerDocuments';
import {
  ask,
  corsOf,
  CROSS_SERVICE,
  dailyBackupsOf,
  databaseOf,
  entriesOf,
  rightsOf,
} from '../googleProject';
import {
  fail,
  googleOf,
  pass,
  passUnless,
  unknown,
  type DoctorContext,
  type Finding,
} from './check';

/** Sends the token in the body: with a bad token in the header, Google refuses the call before it looks at it. */
export async function accessToken({ env, fetch }: DoctorContext): Promise<Finding> {
  const token = env['GOOGLE_ACCESS_TOKEN']?.trim();
  if (!token) return fail('GOOGLE_ACCESS_TOKEN is not set');
  const url = 'https://www.googleapis.com/oauth2/v1/tokeninfo';
  const body = new URLSearchParams({ access_token: token });
  try {
    const signal = AbortSignal.timeout(30_000);
    const answer = await fetch(url, { method: 'POST', body, signal });
    if (answer.status === 400 || answer.status === 401) {
      return fail('Google does not accept it, or it has run out (a token lasts an hour)');
    }
    const seconds = Number((await jsonOf(answer))['expires_in']);
    if (answer.ok && seconds > 0) return pass(`for ${Math.floor(seconds / 60)} more minutes`);
  } catch {
    // No answer is reported below, like an answer that does not tell.
  }
  return unknown(
    'www.googleapis.com does not tell whether it is good',
    'try again later, when www.googleapis.com can be reached',
  );
}

const fileOf = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const withoutReturns = (text: string) => text.replaceAll('\r\n', '\n');

/** Whether the deployed rules are those of the file. Releases name a ruleset, which has the source. */
export const rulesAre =
  (file: string, releaseOf: (config: BackendConfig) => string) =>
  async (context: DoctorContext): Promise<Finding> => {
    const google = googleOf(context);
    const api = 'https://firebaserules.googleapis.com/v1';
    const role = 'roles/firebaserules.viewer';
    const path = `projects/${google.project}/releases/${releaseOf(context.config)}`;
    const release = await ask(google, `${api}/${path}`, { role });
    const ruleset =
      release && (await ask(google, `${api}/${String(release['rulesetName'])}`, { role }));
    if (!ruleset) return fail('no rules are deployed');
    const files = entriesOf(fieldsOf(ruleset['source'])['files']);
    const source = files.map(({ content }) => String(content)).join('');
    return withoutReturns(source) === withoutReturns(fileOf(file))
      ? pass(`the deployed rules are those in ${file}`)
      : fail(`the rules deployed at ${String(release['updateTime'])} differ from ${file}`);
  };

export async function crossService(context: DoctorContext): Promise<Finding> {
  const rights = await rightsOf(googleOf(context));
  if (!rights) return fail('there is no such project');
  return rights.isGiven
    ? pass('it has the right to')
    : fail(`${rights.account} lacks the role ${CROSS_SERVICE}, so visitors' pictures are refused`);
}

export async function bucket(context: DoctorContext): Promise<Finding> {
  const { storageBucket } = context.config;
  const found = await corsOf(googleOf(context), storageBucket);
  if (!found) return fail(`there is no bucket ${storageBucket}`);
  if (found.cors === undefined)
    return fail('pages cannot read its pictures: it has no CORS settings');
  return found.isOurs
    ? pass(`${storageBucket}, with the CORS settings of cors.json`)
    : fail(`its CORS settings are not those of cors.json, but ${JSON.stringify(found.cors)}`);
}

/** Whether the database can be used, and is protected against loss. */
export async function database(context: DoctorContext): Promise<Finding> {
  const google = googleOf(context);
  const found = await databaseOf(google);
  if (!found) return fail('there is no database named (default)');
  const { mode, edition, isUsable, isProtected } = found;
  const backups = await dailyBackupsOf(google);
  return passUnless(
    [
      !isUsable &&
        `it is ${mode}, ${edition} edition, which this site cannot use: make another project`,
      !isProtected && 'it is not protected against deletion',
      !backups && 'it has no daily backup',
      backups?.isEnough === false &&
        `each daily backup is kept for ${backups.days} days, and not for 7`,
    ],
    'native mode, Standard edition, protected against deletion, with daily backups',
  );
}
