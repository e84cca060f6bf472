/**
 * Asks Google's APIs about a project, with the owner's token, for `setup` and `doctor`. Written after Google's
 * documentation; nobody has tried it on the real service yet.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '../src/firebase/rest/httpCall';
import { NEW_TOKEN, ToolError } from './toolErrors';
import { jsonOf } from './ownerDocuments';
import { withJson, type Http, type HttpCall } from './ownerHttp';

export type Json = Record<string, unknown>;

export interface GoogleProject {
  project: string;
  http: Http;
}

/** The entries of a list. An API leaves an empty list out. */
export const entriesOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

/** The inner object at this path; an empty object if there is none. */
export const memberOf = (value: Json | undefined, ...path: string[]): Json =>
  path.reduce<Json>((inner, name) => fieldsOf(inner[name]), value ?? {});

/** The last part of a resource's name, behind the last slash. */
export const lastOf = (name: unknown): string => String(name).split('/').at(-1)!;

/** The service gives no usable answer. The message says why, and `fix` what to do about it. */
export class Unanswered extends ToolError {
  override name = 'Unanswered';
  constructor(
    message: string,
    readonly fix: string,
  ) {
    super(message);
  }
}

interface Question {
  /** The role that the token's account needs. */
  role: string;
  /** The body of a question that is sent by POST: some APIs are read that way. */
  body?: object;
}

/** Asks an API. Undefined means that the thing does not exist (404). Throws `Unanswered` for any other failure. */
export async function ask(
  { project, http }: GoogleProject,
  url: string,
  { role, body }: Question,
): Promise<Json | undefined> {
  const { hostname } = new URL(url);
  try {
    const call: HttpCall = body ? withJson('POST', body) : { method: 'GET' };
    const answer = await http(url, { ...call, accept: [400, 401, 403, 404] });
    if (answer.status === 404) return undefined;
    const json = await jsonOf(answer);
    if (answer.ok) return json;
    const { message } = fieldsOf(json['error']);
    throw new Unanswered(
      `${hostname} answers ${answer.status}: ${String(message)}`,
      fixFor(answer.status, json, project, role),
    );
  } catch (error) {
    if (error instanceof Unanswered || !(error instanceof ToolError)) throw error;
    const [why = ''] = error.message.split('\n');
    throw new Unanswered(why, `try again later, when ${hostname} can be reached`);
  }
}

function fixFor(status: number, json: Json, project: string, role: string): string {
  if (status === 401) return `run: ${NEW_TOKEN}`;
  const { details } = fieldsOf(json['error']);
  const isOff = entriesOf(details).some(({ reason }) => reason === 'SERVICE_DISABLED');
  return isOff
    ? `run: npm run setup -- --project ${project}, which turns this API on (it takes a minute), then try again`
    : `sign in with an account that has the role ${role} (an owner has it), and get a new token`;
}

// The database.

export const databasesUrl = ({ project }: GoogleProject) =>
  `https://firestore.googleapis.com/v1/projects/${project}/databases`;
export const databaseUrl = (google: GoogleProject) => `${databasesUrl(google)}/(default)`;
const DATABASE_ROLE = 'roles/datastore.viewer';

/** The database `(default)`. The site needs native mode and Standard edition, for their units and live updates. */
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

/** Seven days, in seconds: a week after something was removed, no backup has it any more (docs/deploy.md). */
export const RETENTION = 604_800;

/**
 * The schedule of the daily backups, of which a database has at most one: its resource name, and for how many days each
 * backup is kept. `isEnough`: as long as the documents promise, or longer because somebody has chosen so. Undefined if
 * there is none.
 */
export async function dailyBackupsOf(google: GoogleProject) {
  const answer = await ask(google, `${databaseUrl(google)}/backupSchedules`, {
    role: DATABASE_ROLE,
  });
  const found = entriesOf(answer?.['backupSchedules']).find((one) => 'dailyRecurrence' in one);
  // A duration is seconds with an `s` behind them (`google.protobuf.Duration`).
  const seconds = Number.parseFloat(String(found?.['retention']));
  return (
    found && {
      name: String(found['name']),
      days: seconds / (24 * 60 * 60),
      isEnough: seconds >= RETENTION,
    }
  );
}

// The bucket.

export const corsUrl = (bucket: string) =>
  `https://storage.googleapis.com/storage/v1/b/${encodeURIComponent(bucket)}?fields=cors`;
export const corsFile = () =>
  JSON.parse(readFileSync(new URL('../cors.json', import.meta.url), 'utf8')) as Json[];

/** The bucket's CORS settings (which pages may read pictures); undefined if there is no such bucket. */
export async function corsOf(google: GoogleProject, bucket: string) {
  const answer = await ask(google, corsUrl(bucket), { role: 'roles/storage.admin' });
  if (!answer) return undefined;
  return { cors: answer['cors'], isOurs: isDeepStrictEqual(answer['cors'], corsFile()) };
}

// Rights.

/** The role that lets Storage's rules read upload tickets in Firestore. */
export const CROSS_SERVICE = 'roles/firebaserules.firestoreServiceAgent';

/** The project's rights, and whether Storage's account has the role it needs; undefined if there is no such project. */
export async function rightsOf(google: GoogleProject) {
  const url = `https://cloudresourcemanager.googleapis.com/v3/projects/${google.project}`;
  const project = await ask(google, url, { role: 'roles/browser' });
  // Version 3 includes conditions. Without them they would be lost when setup writes the policy back.
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

/** The settings of Authentication; undefined if it is not turned on. */
export async function authenticationOf(google: GoogleProject) {
  const url = `${identityUrl(google)}/config`;
  const config = await ask(google, url, { role: IDENTITY_ROLE });
  if (!config) return undefined;
  return {
    domains: [config['authorizedDomains'] ?? []].flat().map(String),
    /** Ways to sign in that are on and need no account of another company. */
    ownMethods: ['email', 'phoneNumber', 'anonymous'].filter(
      (method) => memberOf(config, 'signIn', method)['enabled'] === true,
    ),
    /** Google tells nobody whether an address has an account here. */
    areAddressesPrivate:
      memberOf(config, 'emailPrivacyConfig')['enableImprovedEmailPrivacy'] === true,
    doAccountsStay: memberOf(config, 'client', 'permissions')['disabledUserDeletion'] === true,
  };
}

/** The ids of the providers that are on, such as `google.com`. */
export async function providersOf(google: GoogleProject): Promise<string[]> {
  const url = `${identityUrl(google)}/defaultSupportedIdpConfigs?pageSize=100`;
  const answer = await ask(google, url, { role: IDENTITY_ROLE });
  return entriesOf(answer?.['defaultSupportedIdpConfigs'])
    .filter(({ enabled }) => enabled === true)
    .map(({ name }) => lastOf(name));
}
