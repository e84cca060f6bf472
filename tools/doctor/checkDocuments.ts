import { CLIENT_VERSION } from '../../src/domain/constants';
import { documentName } from '../../src/firebase/rest/firestoreDocuments';
import { readServiceTypes, readVersion } from '../../src/firebase/rest/readDocuments';
import { documentsAddress } from '../ownerDocuments';
import { withJson } from '../ownerHttp';
import { downloadPattern } from '../servicesSet';
import {
  fail,
  messageIn,
  pass,
  passUnless,
  unknown,
  visit,
  type DoctorContext,
  type Finding,
} from './check';
import type { ReadFailure } from '../../src/lib/results';

/** The form of the values that the Firebase console gives for a web app. */
const SHAPES = {
  VITE_FIREBASE_API_KEY: /^AIza[\w-]{35}$/,
  VITE_FIREBASE_AUTH_DOMAIN: /^([a-z\d-]+\.)+[a-z]+$/,
  VITE_FIREBASE_PROJECT_ID: /^[a-z][a-z\d-]{4,28}[a-z\d]$/,
  VITE_FIREBASE_STORAGE_BUCKET: /^[a-z\d][a-z\d._-]+$/,
  VITE_FIREBASE_APP_ID: /^1:\d+:web:[\da-f]+$/,
};

export function environment({ config, env, site }: DoctorContext): Finding {
  if (config.local) return pass(`the local backend (NOT your live site), ${site}`);
  const wrong = Object.entries(SHAPES).filter(([name, shape]) => !shape.test(env[name] ?? ''));
  return passUnless(
    wrong.map(([name]) => `the value of ${name} in .env is missing or cannot be right`),
    `${config.projectId}, ${site}`,
  );
}

export async function localFirestore({ http, config }: DoctorContext): Promise<Finding> {
  await http(`${documentsAddress(config)}/version`, { method: 'GET' });
  return pass('it answers');
}

/** Looks at a download, because the local backend has no API that tells its CORS settings. */
export async function localStorage(context: DoctorContext): Promise<Finding> {
  const { storageOrigin, storageBucket } = context.config;
  const url = `${storageOrigin}/v0/b/${storageBucket}/o/gallery%2Fnone?alt=media`;
  const { headers } = await visit(context, url, { headers: { Origin: context.site } });
  const allowed = headers.get('access-control-allow-origin');
  // Google's Storage emulator names the page that asks.
  return allowed === '*' || allowed === context.site
    ? pass('every page may read pictures')
    : fail('pages may not read pictures: they come without CORS');
}

const WHY: Record<ReadFailure, string> = {
  missing: 'is not there',
  failed: 'cannot be used, or the rules do not let visitors read it',
  offline: 'cannot be read: Firestore does not answer',
};

export async function version({ config, fetch }: DoctorContext): Promise<Finding> {
  const read = await readVersion(config, { fetch });
  if (!read.ok) return fail(WHY[read.reason]);
  if (read.value <= CLIENT_VERSION) return pass(String(read.value));
  return fail(
    `${read.value}, but the version in this folder is ${CLIENT_VERSION}: every page reloads in search of a newer one`,
  );
}

export async function configuration({ config, fetch, documents }: DoctorContext): Promise<Finding> {
  const read = await readServiceTypes(config, { fetch });
  if (!read.ok) return fail(WHY[read.reason]);
  const { fields = {} } = (await documents.get('configurations/configurations')) ?? {};
  const pattern = fields['download_address'];
  return passUnless(
    [
      read.value.length === 0 && 'no service types',
      pattern === undefined && 'no download_address',
      // The local backend's field allows any port, so it is not compared.
      pattern !== undefined &&
        !config.local &&
        pattern !== downloadPattern(config) &&
        'download_address is not of this bucket: delete that field in the Firebase console first',
    ],
    `${read.value.length} service types; pictures may only be in this bucket`,
  );
}

/** Asks once, as a stranger, for a transaction that locks what it reads: on Google's emulator that is one minute. */
export async function locks(context: DoctorContext): Promise<Finding> {
  const { config } = context;
  const root = documentsAddress(config);
  const post = (call: string, body: object) =>
    visit(context, `${root}:${call}`, withJson('POST', body));
  const documents = [documentName(config, 'version/current')];
  const { status, text } = await post('batchGet', {
    documents,
    newTransaction: { readWrite: {} },
  });
  if (status === 403) return pass(`a stranger gets none: ${messageIn(text)}`);
  if (status !== 200) return unknown(`it answers ${status}: ${messageIn(text)}`, 'try again later');
  const given = (JSON.parse(text) as { transaction?: string }[]).find((one) => one.transaction);
  if (!given) return pass('a stranger gets none: the answer has no transaction');
  await post('rollback', { transaction: given.transaction });
  return unknown(
    'a stranger is given a read-write transaction, and it may lock what everybody reads for a minute',
    'read SECURITY.md ("Locks"): no data is at risk, and pages try again',
  );
}
