/**
 * What a Google project says about itself: `setup` and `doctor` both ask it here, with the owner's token.
 * Written after Google's documentation; nobody has tried it on the real service yet.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '../src/firebase/rest/http';
import { ToolError } from './errors';
import { jsonOf } from './firestore';
import type { Http, HttpCall } from './http';

export type Json = Record<string, unknown>;

export interface GoogleProject {
  /** Its id. */
  project: string;
  http: Http;
}

/** Entries of a list that an API leaves out when it is empty. */
export const entriesOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

/** An object's member that is an object, or an empty one. */
export const memberOf = (value: Json | undefined, ...path: string[]): Json =>
  path.reduce<Json>((inner, name) => fieldsOf(inner[name]), value ?? {});

/** The last part of a resource's name. */
export const lastOf = (name: unknown): string => String(name).replace(/.*\//, '');

/** The service does not tell; the message says why, and `mend` how to make it. */
export class Unanswered extends ToolError {
  override name = 'Unanswered';
  constructor(
    message: string,
    readonly mend: string,
  ) {
    super(message);
  }
}

export const NEW_TOKEN = 'export GOOGLE_ACCESS_TOKEN="$(gcloud auth print-access-token)"';

interface Question {
  /** What the token's account needs. */
  role: string;
  /** Some APIs want reading by POST. */
  body?: object;
}

/** What an API answers; undefined where there is no such thing. Throws `Unanswered` for everything else. */
export async function ask(
  { project, http }: GoogleProject,
  url: string,
  { role, body }: Question,
): Promise<Json | undefined> {
  const { hostname } = new URL(url);
  try {
    const answer = await http(url, { ...callOf(body), accept: [400, 401, 403, 404] });
    if (answer.status === 404) return undefined;
    const json = await jsonOf(answer);
    if (answer.ok) return json;
    const { message } = fieldsOf(json['error']);
    throw new Unanswered(
      `${hostname} answers ${answer.status}: ${String(message)}`,
      mendOf(answer.status, json, project, role),
    );
  } catch (error) {
    if (error instanceof Unanswered || !(error instanceof ToolError)) throw error;
    const [why = ''] = error.message.split('\n');
    throw new Unanswered(why, `try again when ${hostname} can be reached`);
  }
}

function callOf(body: object | undefined): HttpCall {
  if (body === undefined) return { method: 'GET' };
  const headers = { 'Content-Type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

function mendOf(status: number, json: Json, project: string, role: string): string {
  if (status === 401) return NEW_TOKEN;
  const { details } = fieldsOf(json['error']);
  const isOff = entriesOf(details).some(({ reason }) => reason === 'SERVICE_DISABLED');
  return isOff
    ? `npm run setup -- --project ${project}, which turns it on; that takes a minute`
    : `the token must be of an account with ${role} (an owner has it)`;
}

// The database.

export const databasesUrl = ({ project }: GoogleProject) =>
  `https://firestore.googleapis.com/v1/projects/${project}/databases`;
export const databaseUrl = (google: GoogleProject) => `${databasesUrl(google)}/(default)`;
const DATABASE_ROLE = 'roles/datastore.viewer';

/** The database `(default)`. Only native mode, Standard edition, has the units and the live updates of this client. */
export async function databaseOf(google: GoogleProject) {
  const found = await ask(google, databaseUrl(google), { role: DATABASE_ROLE });
  if (!found) return undefined;
  const { type, databaseEdition = 'STANDARD', deleteProtectionState } = found;
  return {
    mode: String(type),
    edition: String(databaseEdition),
    isUsable: type === 'FIRESTORE_NATIVE' && databaseEdition === 'STANDARD',
    isProtected: deleteProtectionState === 'DELETE_PROTECTION_ENABLED',
  };
}

export async function hasDailyBackups(google: GoogleProject): Promise<boolean> {
  const answer = await ask(google, `${databaseUrl(google)}/backupSchedules`, {
    role: DATABASE_ROLE,
  });
  return entriesOf(answer?.['backupSchedules']).some((one) => 'dailyRecurrence' in one);
}

// The bucket.

export const corsUrl = (bucket: string) =>
  `https://storage.googleapis.com/storage/v1/b/${encodeURIComponent(bucket)}?fields=cors`;
export const corsFile = () =>
  JSON.parse(readFileSync(new URL('../cors.json', import.meta.url), 'utf8')) as Json[];

/** Which pages may read pictures; undefined where there is no such bucket. */
export async function corsOf(google: GoogleProject, bucket: string) {
  const answer = await ask(google, corsUrl(bucket), { role: 'roles/storage.admin' });
  if (!answer) return undefined;
  return { cors: answer['cors'], isOurs: isDeepStrictEqual(answer['cors'], corsFile()) };
}

// Rights.

/** Lets Storage's rules read upload tickets in Firestore. */
export const CROSS_SERVICE = 'roles/firebaserules.firestoreServiceAgent';

/** The project's rights, and whether Storage's account has the one it needs; undefined where there is no such project. */
export async function rightsOf(google: GoogleProject) {
  const url = `https://cloudresourcemanager.googleapis.com/v3/projects/${google.project}`;
  const project = await ask(google, url, { role: 'roles/browser' });
  // Version 3 has the conditions, too: they would be lost where the policy is written back without them.
  const body = { options: { requestedPolicyVersion: 3 } };
  const role = 'roles/iam.securityReviewer';
  const policy = project && (await ask(google, `${url}:getIamPolicy`, { role, body }));
  if (!policy) return undefined;
  const account = `service-${lastOf(project['name'])}@gcp-sa-firebasestorage.iam.gserviceaccount.com`;
  const bindings = entriesOf(policy['bindings']);
  const isGiven = bindings.some(
    ({ role, members, condition }) =>
      role === CROSS_SERVICE &&
      condition === undefined &&
      [members].flat().includes(`serviceAccount:${account}`),
  );
  return { url, policy, bindings, account, isGiven };
}

// Authentication.

export const identityUrl = ({ project }: GoogleProject) =>
  `https://identitytoolkit.googleapis.com/admin/v2/projects/${project}`;
const IDENTITY_ROLE = 'roles/firebaseauth.viewer';

/** The settings of Authentication; undefined where it is not turned on. */
export async function authenticationOf(google: GoogleProject) {
  const url = `${identityUrl(google)}/config`;
  const config = await ask(google, url, { role: IDENTITY_ROLE });
  if (!config) return undefined;
  return {
    domains: [config['authorizedDomains'] ?? []].flat().map(String),
    /** Ways to sign in that need nobody else's account. */
    ownMethods: ['email', 'phoneNumber', 'anonymous'].filter(
      (method) => memberOf(config, 'signIn', method)['enabled'] === true,
    ),
    doAccountsStay: memberOf(config, 'client', 'permissions')['disabledUserDeletion'] === true,
  };
}

/** Ids of the providers that are on, such as `google.com`. */
export async function providersOf(google: GoogleProject): Promise<string[]> {
  const url = `${identityUrl(google)}/defaultSupportedIdpConfigs?pageSize=100`;
  const answer = await ask(google, url, { role: IDENTITY_ROLE });
  return entriesOf(answer?.['defaultSupportedIdpConfigs'])
    .filter(({ enabled }) => enabled === true)
    .map(({ name }) => lastOf(name));
}
