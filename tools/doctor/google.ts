/** What only Google answers: the APIs that administer a project, asked with the owner's token. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { BackendConfig } from '../../src/firebase/config';
import { fieldsOf } from '../../src/firebase/rest/http';
import { ToolError } from '../errors';
import { jsonOf } from '../firestore';
import type { HttpCall } from '../http';
import {
  fail,
  pass,
  passUnless,
  Undecided,
  unknown,
  type DoctorContext,
  type Finding,
} from './check';

export type Json = Record<string, unknown>;

/** Entries of a list that an API leaves out when it is empty. */
export const entriesOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

interface Question {
  /** What the token's account needs. */
  role: string;
  /** JSON; asks by POST. */
  body?: string;
}

export const NEW_TOKEN = 'export GOOGLE_ACCESS_TOKEN="$(gcloud auth print-access-token)"';

/**
 * What an API answers; undefined where there is no such thing. Throws `Undecided` when it refuses or no answer
 * of Google's comes.
 */
export async function ask(
  { http }: DoctorContext,
  url: string,
  { role, body }: Question,
): Promise<Json | undefined> {
  const headers = { 'Content-Type': 'application/json' };
  const call: HttpCall = body === undefined ? { method: 'GET' } : { method: 'POST', headers, body };
  const { hostname } = new URL(url);
  try {
    const answer = await http(url, { ...call, accept: [400, 401, 403, 404] });
    const json = await jsonOf(answer);
    if (answer.ok) return json;
    if (answer.status === 404) return undefined;
    const { message, details } = fieldsOf(json['error']);
    const isOff = entriesOf(details).some(({ reason }) => reason === 'SERVICE_DISABLED');
    throw new Undecided(
      `${hostname} answers ${answer.status}: ${String(message)}`,
      answer.status === 401
        ? NEW_TOKEN
        : isOff
          ? `gcloud services enable ${hostname} --project PROJECT`
          : `the token must be of an account with ${role} (an owner has it)`,
    );
  } catch (error) {
    if (error instanceof Undecided || !(error instanceof ToolError)) throw error;
    throw new Undecided(error.message.split('\n')[0]!, `try again when ${hostname} can be reached`);
  }
}

/** Asked as anybody asks: a bad token in a header is refused before the question is looked at. */
export async function accessToken({ env, fetch }: DoctorContext): Promise<Finding> {
  const token = env['GOOGLE_ACCESS_TOKEN']?.trim();
  if (!token) return fail('GOOGLE_ACCESS_TOKEN is not set');
  const url = 'https://www.googleapis.com/oauth2/v1/tokeninfo';
  const body = new URLSearchParams({ access_token: token });
  try {
    const signal = AbortSignal.timeout(30_000);
    const answer = await fetch(url, { method: 'POST', body, signal });
    if (answer.status === 400 || answer.status === 401) {
      return fail('is not accepted, or has run out: they last an hour');
    }
    const seconds = Number((await jsonOf(answer))['expires_in']);
    if (answer.ok && seconds > 0) return pass(`for ${Math.floor(seconds / 60)} more minutes`);
  } catch {
    // No answer is one that does not tell.
  }
  return unknown('www.googleapis.com does not tell', 'try again when it can be reached');
}

const fileOf = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const withoutReturns = (text: string) => text.replaceAll('\r\n', '\n');

/** Whether what a release refers to is the file. */
export const rulesAre =
  (file: string, releaseOf: (config: BackendConfig) => string) =>
  async (context: DoctorContext): Promise<Finding> => {
    const { config } = context;
    const api = 'https://firebaserules.googleapis.com/v1';
    const role = 'roles/firebaserules.viewer';
    const path = `projects/${config.projectId}/releases/${releaseOf(config)}`;
    const release = await ask(context, `${api}/${path}`, { role });
    const ruleset =
      release && (await ask(context, `${api}/${String(release['rulesetName'])}`, { role }));
    if (!ruleset) return fail('none are deployed');
    const files = entriesOf(fieldsOf(ruleset['source'])['files']);
    const source = files.map(({ content }) => String(content)).join('');
    const isSame = withoutReturns(source) === withoutReturns(fileOf(file));
    return isSame
      ? pass(`are ${file}`)
      : fail(`those of ${String(release['updateTime'])} are not ${file}`);
  };

const CROSS_SERVICE = 'roles/firebaserules.firestoreServiceAgent';

export async function crossService(context: DoctorContext): Promise<Finding> {
  const url = `https://cloudresourcemanager.googleapis.com/v3/projects/${context.config.projectId}`;
  const project = await ask(context, url, { role: 'roles/browser' });
  const role = 'roles/iam.securityReviewer';
  const policy = project && (await ask(context, `${url}:getIamPolicy`, { role, body: '{}' }));
  if (!policy) return fail('there is no such project');
  const number = String(project['name']).replace('projects/', '');
  const account = `service-${number}@gcp-sa-firebasestorage.iam.gserviceaccount.com`;
  const isGiven = entriesOf(policy['bindings']).some(
    ({ role, members, condition }) =>
      role === CROSS_SERVICE &&
      condition === undefined &&
      Array.isArray(members) &&
      members.includes(`serviceAccount:${account}`),
  );
  return isGiven
    ? pass('has the role')
    : fail(`${account} lacks ${CROSS_SERVICE}: pictures are refused`);
}

export async function bucketCors(context: DoctorContext): Promise<Finding> {
  const bucket = encodeURIComponent(context.config.storageBucket);
  const url = `https://storage.googleapis.com/storage/v1/b/${bucket}?fields=cors`;
  const answer = await ask(context, url, { role: 'roles/storage.admin' });
  if (!answer) return fail('there is no such bucket');
  const { cors } = answer;
  if (cors === undefined) return fail('the bucket has none');
  return isDeepStrictEqual(cors, JSON.parse(fileOf('cors.json')))
    ? pass('is cors.json')
    : fail(`is not cors.json, but ${JSON.stringify(cors)}`);
}

/** What a lost or changed database would cost: only Standard has the units and the live updates of this client. */
export async function database(context: DoctorContext): Promise<Finding> {
  const { projectId } = context.config;
  const url = `https://firestore.googleapis.com/v1/projects/${projectId}/databases/(default)`;
  const role = 'roles/datastore.viewer';
  const found = await ask(context, url, { role });
  if (!found) return fail('there is none that is called (default)');
  const { type, databaseEdition = 'STANDARD', deleteProtectionState } = found;
  const answer = await ask(context, `${url}/backupSchedules`, { role });
  const schedules = entriesOf(answer?.['backupSchedules']);
  return passUnless(
    [
      type !== 'FIRESTORE_NATIVE' && `its mode is ${String(type)}`,
      databaseEdition !== 'STANDARD' && `its edition is ${String(databaseEdition)}: make another`,
      deleteProtectionState !== 'DELETE_PROTECTION_ENABLED' && 'anybody with a token can delete it',
      !schedules.some(({ dailyRecurrence }) => dailyRecurrence) && 'it has no daily backup',
    ],
    'native, Standard, protected, with daily backups',
  );
}

const FUNCTIONS = ['requestCreated', 'requestChanged', 'everyHour', 'everyDay'];

/** The alerts of functions/: without them nobody hears of a request. */
export async function mail(context: DoctorContext): Promise<Finding> {
  const place = `projects/${context.config.projectId}/locations/-`;
  const url = `https://cloudfunctions.googleapis.com/v2/${place}/functions?pageSize=100`;
  const answer = await ask(context, url, { role: 'roles/cloudfunctions.viewer' });
  const active = entriesOf(answer?.['functions'])
    .filter(({ state }) => state === 'ACTIVE')
    .map(({ name }) => String(name).replace(/.*\//, ''));
  return passUnless(
    FUNCTIONS.filter((name) => !active.includes(name)).map((name) => `${name} does not run`),
    'its functions run',
  );
}
