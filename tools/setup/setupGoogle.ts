import { pages } from '../ownerDocuments';
import {
  ask,
  authenticationOf,
  corsFile,
  corsOf,
  corsUrl,
  CROSS_SERVICE,
  dailyBackupsOf,
  databaseOf,
  databasesUrl,
  databaseUrl,
  entriesOf,
  identityUrl,
  lastOf,
  memberOf,
  providersOf,
  RETENTION,
  rightsOf,
  type Json,
} from '../googleProject';
import { ByHand, needed, send, type SetupContext } from './step';

/** The APIs that the setup and the doctor call. A deployment of the functions turns on further APIs by itself. */
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
  'secretmanager',
].map((name) => `${name}.googleapis.com`);

const servicesOf = ({ project }: SetupContext) =>
  `https://serviceusage.googleapis.com/v1/projects/${project}/services`;

async function apisThatAreOff(context: SetupContext): Promise<string[]> {
  const on = new Set<string>();
  for await (const { page } of pages(context.http, servicesOf(context), {
    filter: 'state:ENABLED',
    pageSize: '200',
  })) {
    for (const { name } of entriesOf(page['services'])) on.add(lastOf(name));
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

const PROTECTED = { deleteProtectionState: 'DELETE_PROTECTION_ENABLED' };

export const firestore = {
  async look(context: SetupContext) {
    const found = await databaseOf(context);
    if (found?.isUsable) return undefined;
    if (!found) {
      return `create the database (default), native mode, Standard edition, in ${context.location} (this can never be changed)`;
    }
    throw new ByHand(
      `The database (default) is ${found.mode}, ${found.edition} edition, but this site needs native mode,\n` +
        'Standard edition. Make another project in the Firebase console, and run the setup for that one.',
    );
  },
  act: (context: SetupContext) =>
    send(
      context,
      'POST',
      `${databasesUrl(context)}?databaseId=(default)`,
      {
        locationId: context.location,
        type: 'FIRESTORE_NATIVE',
        databaseEdition: 'STANDARD',
        ...PROTECTED,
      },
      // 409: an earlier run has begun to make it.
      [409],
    ),
};

export const deleteProtection = {
  look: async (context: SetupContext) =>
    (await databaseOf(context))?.isProtected
      ? undefined
      : 'protect the database from being deleted',
  act: (context: SetupContext) =>
    send(context, 'PATCH', `${databaseUrl(context)}?updateMask=deleteProtectionState`, PROTECTED),
};

export const backups = {
  async look(context: SetupContext) {
    const found = await dailyBackupsOf(context);
    if (!found) return 'back the database up every day, and keep each backup for 7 days';
    return found.isEnough ? undefined : 'keep each daily backup for 7 days';
  },
  async act(context: SetupContext) {
    const retention = `${RETENTION}s`;
    const found = await dailyBackupsOf(context);
    if (found) {
      const url = `https://firestore.googleapis.com/v1/${found.name}?updateMask=retention`;
      return send(context, 'PATCH', url, { retention });
    }
    const schedule = { retention, dailyRecurrence: {} };
    return send(context, 'POST', `${databaseUrl(context)}/backupSchedules`, schedule);
  },
};

const defaultBucket = ({ project }: SetupContext) =>
  `https://firebasestorage.googleapis.com/v1alpha/projects/${project}/defaultBucket`;

/** The bucket's name; undefined if there is none yet. */
export async function bucketOf(context: SetupContext): Promise<string | undefined> {
  const found = await ask(context, defaultBucket(context), {
    role: 'roles/firebasestorage.viewer',
  });
  return found && lastOf(memberOf(found, 'bucket')['name']);
}

export const bucket = {
  look: async (context: SetupContext) =>
    (await bucketOf(context)) === undefined
      ? `create the default bucket for pictures, in ${context.location} (this can never be changed)`
      : undefined,
  act: (context: SetupContext) =>
    send(context, 'POST', defaultBucket(context), { location: context.location }),
};

const theBucket = async (context: SetupContext) => needed(await bucketOf(context), 'The bucket');

export const cors = {
  async look(context: SetupContext) {
    const found = await corsOf(context, await theBucket(context));
    return found?.isOurs ? undefined : 'allow pages to read the pictures of the bucket (cors.json)';
  },
  act: async (context: SetupContext) =>
    send(context, 'PATCH', corsUrl(await theBucket(context)), { cors: corsFile() }),
};

const rights = async (context: SetupContext) => needed(await rightsOf(context), 'The project');

export const crossService = {
  look: async (context: SetupContext) =>
    (await rights(context)).isGiven
      ? undefined
      : `allow Storage's rules to read upload tickets in Firestore (${CROSS_SERVICE})`,
  async act(context: SetupContext) {
    const { url, policy, bindings, account } = await rights(context);
    const more = { role: CROSS_SERVICE, members: [`serviceAccount:${account}`] };
    // The policy is sent back with its `etag`: if somebody else has changed it meanwhile, Google refuses this change.
    return send(context, 'POST', `${url}:setIamPolicy`, {
      policy: { ...policy, bindings: [...bindings, more] },
    });
  },
};

const SIGN_IN = (project: string) =>
  `Open https://console.firebase.google.com/project/${project}/authentication/providers , press "Get started",\n` +
  'choose "Google", switch it on, choose your address as the support address, and press "Save".\n' +
  'Then run this command again.';

export const signIn = {
  async look(context: SetupContext) {
    const isOn = (await authenticationOf(context)) !== undefined;
    const providers = isOn ? await providersOf(context) : [];
    if (!providers.includes('google.com')) throw new ByHand(SIGN_IN(context.project));
    return undefined;
  },
  act: () => Promise.resolve(),
};

const authentication = async (context: SetupContext) =>
  needed(await authenticationOf(context), 'Authentication');

export const selfDeletion = {
  look: async (context: SetupContext) =>
    (await authentication(context)).doAccountsStay
      ? undefined
      : 'keep visitors from deleting their accounts (and reviewing again with a new one)',
  act: (context: SetupContext) =>
    send(
      context,
      'PATCH',
      `${identityUrl(context)}/config?updateMask=client.permissions.disabledUserDeletion`,
      { client: { permissions: { disabledUserDeletion: true } } },
    ),
};

export const emailPrivacy = {
  look: async (context: SetupContext) =>
    (await authentication(context)).areAddressesPrivate
      ? undefined
      : 'tell nobody whether an address has an account here (an owner is an address)',
  act: (context: SetupContext) =>
    send(
      context,
      'PATCH',
      `${identityUrl(context)}/config?updateMask=emailPrivacyConfig.enableImprovedEmailPrivacy`,
      { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } },
    ),
};

async function domains(context: SetupContext): Promise<{ listed: string[]; missing: string[] }> {
  const { domains: listed } = await authentication(context);
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
    return send(context, 'PATCH', `${identityUrl(context)}/config?updateMask=authorizedDomains`, {
      authorizedDomains: [...listed, ...missing],
    });
  },
};

const webApps = ({ project }: SetupContext) =>
  `https://firebase.googleapis.com/v1beta1/projects/${project}/webApps`;
const VIEWER = { role: 'roles/firebase.viewer' };

/** The id of the first web app; undefined if there is none. */
async function webAppId(context: SetupContext): Promise<string | undefined> {
  const [first] = entriesOf((await ask(context, webApps(context), VIEWER))?.['apps']);
  return first && String(first['appId']);
}

export const webApp = {
  look: async (context: SetupContext) =>
    (await webAppId(context)) === undefined ? 'add a web app to the project' : undefined,
  act: (context: SetupContext) => send(context, 'POST', webApps(context), { displayName: 'Site' }),
};

export async function webAppConfig(context: SetupContext): Promise<Json> {
  const id = needed(await webAppId(context), 'The web app');
  return needed(
    await ask(context, `${webApps(context)}/${id}/config`, VIEWER),
    'Its configuration',
  );
}
