/** What the project is made of at Google: the APIs, the database, the bucket, its rights, sign-in, the web app. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { entriesOf } from '../doctor/google';
import { pages } from '../firestore';
import {
  askByPost,
  ByHand,
  memberOf,
  needed,
  read,
  send,
  type Json,
  type SetupContext,
} from './step';

/** What the setup and the doctor ask; a deployment of the functions turns on further ones by itself. */
const APIS = [
  'firebase',
  'firebasehosting',
  'firebaserules',
  'firebasestorage',
  'firestore',
  'storage',
  'identitytoolkit',
  'cloudresourcemanager',
  'apikeys',
  'cloudfunctions',
].map((name) => `${name}.googleapis.com`);

const servicesOf = ({ project }: SetupContext) =>
  `https://serviceusage.googleapis.com/v1/projects/${project}/services`;

async function apisThatAreOff(context: SetupContext): Promise<string[]> {
  const on = new Set<string>();
  for await (const { page } of pages(context.http, servicesOf(context), {
    filter: 'state:ENABLED',
    pageSize: '200',
  })) {
    for (const { name } of entriesOf(page['services'])) on.add(String(name).replace(/.*\//, ''));
  }
  return APIS.filter((api) => !on.has(api));
}

export const apis = {
  async look(context: SetupContext) {
    const off = await apisThatAreOff(context);
    return off.length === 0 ? undefined : `turn on ${off.join(', ')}`;
  },
  act: async (context: SetupContext) =>
    send(context, 'POST', `${servicesOf(context)}:batchEnable`, {
      serviceIds: await apisThatAreOff(context),
    }),
};

const databases = ({ project }: SetupContext) =>
  `https://firestore.googleapis.com/v1/projects/${project}/databases`;
const database = (context: SetupContext) => `${databases(context)}/(default)`;
const PROTECTED = 'DELETE_PROTECTION_ENABLED';

export const firestore = {
  async look(context: SetupContext) {
    const found = await read(context, database(context));
    if (!found) {
      return `create the database (default), native mode, Standard edition, in ${context.location} (for good)`;
    }
    const { type, databaseEdition = 'STANDARD' } = found;
    if (type === 'FIRESTORE_NATIVE' && databaseEdition === 'STANDARD') return undefined;
    throw new ByHand(
      `The database (default) is ${String(type)}, ${String(databaseEdition)} edition; this site needs native mode,\n` +
        'Standard edition. Make another project: a new one has no database yet.',
    );
  },
  act: (context: SetupContext) =>
    send(
      context,
      'POST',
      `${databases(context)}?databaseId=(default)`,
      {
        locationId: context.location,
        type: 'FIRESTORE_NATIVE',
        databaseEdition: 'STANDARD',
        deleteProtectionState: PROTECTED,
      },
      // It is being made already, since an earlier run.
      [409],
    ),
};

export const deleteProtection = {
  async look(context: SetupContext) {
    const found = await read(context, database(context));
    const isOn = found?.['deleteProtectionState'] === PROTECTED;
    return isOn ? undefined : 'protect the database from being deleted';
  },
  act: (context: SetupContext) =>
    send(context, 'PATCH', `${database(context)}?updateMask=deleteProtectionState`, {
      deleteProtectionState: PROTECTED,
    }),
};

/** Seven days, in seconds: what was removed for good is gone from the backups after a week. */
const RETENTION = '604800s';

export const backups = {
  async look(context: SetupContext) {
    const found = await read(context, `${database(context)}/backupSchedules`);
    const isDaily = entriesOf(found?.['backupSchedules']).some((one) => 'dailyRecurrence' in one);
    return isDaily ? undefined : 'back the database up every day, and keep each backup for 7 days';
  },
  act: (context: SetupContext) =>
    send(context, 'POST', `${database(context)}/backupSchedules`, {
      retention: RETENTION,
      dailyRecurrence: {},
    }),
};

const defaultBucket = ({ project }: SetupContext) =>
  `https://firebasestorage.googleapis.com/v1alpha/projects/${project}/defaultBucket`;

/** The bucket's name, or undefined where there is none yet. */
export async function bucketOf(context: SetupContext): Promise<string | undefined> {
  const found = await read(context, defaultBucket(context));
  return found && String(memberOf(found, 'bucket')['name']).replace(/.*\//, '');
}

export const bucket = {
  look: async (context: SetupContext) =>
    (await bucketOf(context)) === undefined
      ? `create the default bucket for pictures, in ${context.location} (for good)`
      : undefined,
  act: (context: SetupContext) =>
    send(context, 'POST', defaultBucket(context), { location: context.location }),
};

const corsFile = () =>
  JSON.parse(readFileSync(new URL('../../cors.json', import.meta.url), 'utf8')) as Json[];

async function bucketUrl(context: SetupContext): Promise<string> {
  const name = needed(await bucketOf(context), 'The bucket');
  return `https://storage.googleapis.com/storage/v1/b/${encodeURIComponent(name)}?fields=cors`;
}

export const cors = {
  async look(context: SetupContext) {
    const found = await read(context, await bucketUrl(context));
    const isSame = isDeepStrictEqual(found?.['cors'], corsFile());
    return isSame ? undefined : 'let pages read the pictures of the bucket (cors.json)';
  },
  act: async (context: SetupContext) =>
    send(context, 'PATCH', await bucketUrl(context), { cors: corsFile() }),
};

const CROSS_SERVICE = 'roles/firebaserules.firestoreServiceAgent';

/** The project's rights, and the one that Storage needs to ask Firestore about an upload. */
async function rights(context: SetupContext) {
  const url = `https://cloudresourcemanager.googleapis.com/v3/projects/${context.project}`;
  const project = needed(await read(context, url), 'The project');
  const number = String(project['name']).replace('projects/', '');
  const member = `serviceAccount:service-${number}@gcp-sa-firebasestorage.iam.gserviceaccount.com`;
  // Version 3 has the conditions, too: they would be lost where the policy is written back without them.
  const options = { options: { requestedPolicyVersion: 3 } };
  const policy = await askByPost(context, `${url}:getIamPolicy`, options);
  const bindings = entriesOf(policy['bindings']);
  const isGiven = bindings.some(
    ({ role, members, condition }) =>
      role === CROSS_SERVICE &&
      condition === undefined &&
      Array.isArray(members) &&
      members.includes(member),
  );
  return { url, policy, bindings, member, isGiven };
}

export const crossService = {
  look: async (context: SetupContext) =>
    (await rights(context)).isGiven
      ? undefined
      : `let Storage's rules read upload tickets in Firestore (${CROSS_SERVICE})`,
  async act(context: SetupContext) {
    const { url, policy, bindings, member } = await rights(context);
    // Its `etag` goes back with it: a change by somebody else in between is refused, not overwritten.
    const more = [...bindings, { role: CROSS_SERVICE, members: [member] }];
    return send(context, 'POST', `${url}:setIamPolicy`, { policy: { ...policy, bindings: more } });
  },
};

const identity = ({ project }: SetupContext) =>
  `https://identitytoolkit.googleapis.com/admin/v2/projects/${project}`;

const SIGN_IN = (project: string) =>
  `Open https://console.firebase.google.com/project/${project}/authentication/providers , press "Get started",\n` +
  'choose "Google", switch it on, choose your address as the support address, and press "Save".\n' +
  'Then run this command again.';

async function authConfig(context: SetupContext): Promise<Json> {
  return needed(await read(context, `${identity(context)}/config`), 'Authentication');
}

export const signIn = {
  async look(context: SetupContext) {
    const config = await read(context, `${identity(context)}/config`);
    const google = config
      ? await read(context, `${identity(context)}/defaultSupportedIdpConfigs/google.com`)
      : undefined;
    if (google?.['enabled'] !== true) throw new ByHand(SIGN_IN(context.project));
    return undefined;
  },
  act: () => Promise.resolve(),
};

export const selfDeletion = {
  async look(context: SetupContext) {
    const permissions = memberOf(await authConfig(context), 'client', 'permissions');
    const isOff = permissions['disabledUserDeletion'] === true;
    return isOff
      ? undefined
      : 'keep visitors from deleting their own accounts (and signing up anew)';
  },
  act: (context: SetupContext) =>
    send(
      context,
      'PATCH',
      `${identity(context)}/config?updateMask=client.permissions.disabledUserDeletion`,
      { client: { permissions: { disabledUserDeletion: true } } },
    ),
};

async function domains(context: SetupContext): Promise<{ listed: string[]; missing: string[] }> {
  const listed = [(await authConfig(context))['authorizedDomains'] ?? []].flat().map(String);
  const own = ['web.app', 'firebaseapp.com'].map((end) => `${context.project}.${end}`);
  return { listed, missing: own.filter((domain) => !listed.includes(domain)) };
}

export const authorisedDomains = {
  async look(context: SetupContext) {
    const { missing } = await domains(context);
    return missing.length === 0 ? undefined : `allow sign-in on ${missing.join(', ')}`;
  },
  async act(context: SetupContext) {
    const { listed, missing } = await domains(context);
    return send(context, 'PATCH', `${identity(context)}/config?updateMask=authorizedDomains`, {
      authorizedDomains: [...listed, ...missing],
    });
  },
};

const webApps = ({ project }: SetupContext) =>
  `https://firebase.googleapis.com/v1beta1/projects/${project}/webApps`;

/** The first web app's id, or undefined. */
async function webAppId(context: SetupContext): Promise<string | undefined> {
  const [first] = entriesOf((await read(context, webApps(context)))?.['apps']);
  return first && String(first['appId']);
}

export const webApp = {
  look: async (context: SetupContext) =>
    (await webAppId(context)) === undefined ? 'add a web app to the project' : undefined,
  act: (context: SetupContext) => send(context, 'POST', webApps(context), { displayName: 'Site' }),
};

/** What the site must know of its project. */
export async function webAppConfig(context: SetupContext): Promise<Json> {
  const id = needed(await webAppId(context), 'The web app');
  return needed(await read(context, `${webApps(context)}/${id}/config`), 'Its configuration');
}
