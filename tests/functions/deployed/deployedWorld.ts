/** What a test of the built functions needs: an empty Firestore, a mail server, a bucket, and leads. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { toFields, type Plain } from '../../../backend/protoJson';
import type { ProtoFields } from '../../../backend/rules/types';
import type { EpochMs } from '../../../src/domain/clock';
import { ROOT } from '../../official/changes';
import { google, type Firestore } from '../../official/firestores';
import { officialFirestore } from '../../official/workerEmulator';
import { BUCKET, deploy, type Deployed, type DocumentEvent } from './deployed';
import { startBucket } from './fakeBucket';
import { startLine } from './line';
import { startMailServer, type MailServer } from './mailServer';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const RULES = new URL('../../../firestore.rules', import.meta.url);
const SERVICES = [
  { id: 'kitchen', name: 'Kitchen cabinets' },
  { id: 'bath', name: 'Bathroom vanity' },
];

export let functions: Deployed;
export let mailServer: MailServer;
export let bucket: Awaited<ReturnType<typeof startBucket>>;
/** The functions' line to Firestore. */
export let line: Awaited<ReturnType<typeof startLine>>;
let firestore: Firestore;

export function useDeployed(): void {
  beforeAll(async () => {
    mailServer = await startMailServer();
    bucket = await startBucket();
    line = await startLine(officialFirestore()!);
    functions = newProcess();
    firestore = await google(officialFirestore()!, readFileSync(RULES, 'utf8'));
  });
  beforeEach(async () => {
    await empty();
    mailServer.mails.length = 0;
    mailServer.decideBy(() => 'taken');
    bucket.objects.clear();
    bucket.meanwhile(() => {});
    line.delayBy(0);
  });
  afterAll(async () => {
    await functions.kill();
    await mailServer.stop();
    await bucket.stop();
    await line.stop();
  });
}

/** A process of the functions. `heap`: MiB that its JavaScript may use. `to`: the addresses that alerts go to. */
export const newProcess = (heap?: number, to?: string) =>
  deploy({
    firestore: line.origin,
    storage: bucket.origin,
    smtpUrl: mailServer.url,
    ...(heap !== undefined && { heap }),
    ...(to !== undefined && { to }),
  });

/** Forgets all documents but the configuration. */
export const empty = () =>
  firestore.reset({ 'configurations/configurations': toFields({ services_types: SERVICES }) });

/**
 * Another process of the same functions. Both have been at work, so that they are equally fast; then everything is
 * forgotten.
 */
export async function another(): Promise<Deployed> {
  const second = newProcess();
  await Promise.all([functions.hourly(0), second.hourly(0)]);
  await empty();
  return second;
}

export interface Lead {
  id: string;
  fields: Record<string, Plain>;
  created: EpochMs;
}

export function lead(number: number, created: number, change: Record<string, Plain> = {}): Lead {
  const id = String(1_000_000_000 + number);
  const fields = {
    id,
    created: new Date(created),
    name: `Lead ${id}`,
    status: 1,
    email: 'ada@example.com',
    phone: '(404) 555-0100',
    address: '12 Oak Street, Lawrenceville, GA 30043',
    categories: ['kitchen'],
    description: `Four doors, ${id}`,
    files: [] as Plain[],
    ...change,
  };
  return { id, fields, created };
}

/** Writes documents as the owner may, all at once. */
export async function store(documents: Record<string, ProtoFields>): Promise<void> {
  const writes = Object.entries(documents).map(([path, fields]) => ({
    update: { name: `${ROOT}/${path}`, fields },
  }));
  const response = await fetch(`${firestore.origin}/v1/${ROOT}:commit`, {
    method: 'POST',
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    body: JSON.stringify({ writes }),
  });
  expect(response.status).toBe(200);
}

export const contents = () => firestore.contents();

export const storeLeads = (leads: readonly Lead[]) =>
  store(Object.fromEntries(leads.map(({ id, fields }) => [`requests/${id}`, toFields(fields)])));

const isoOf = (time: number) => new Date(time).toISOString();

export const createdEvent = ({ id, fields, created }: Lead): DocumentEvent => ({
  id,
  after: toFields(fields),
  time: isoOf(created),
});

/** The lead with its two pictures, as they are attached. */
export function withPictures(one: Lead): Lead {
  const files = ['a', 'b'].map((name) => {
    const ref = `requests/${one.id}/picture00${name}.jpg`;
    const thumbRef = `requests/${one.id}/thumbnai0${name}.jpg`;
    const address = (object: string) =>
      `https://firebasestorage.googleapis.com/v0/b/${BUCKET}/o/${encodeURIComponent(object)}?alt=media&token=1`;
    return { ref, url: address(ref), thumbRef, thumb: address(thumbRef) };
  });
  return { ...one, fields: { ...one.fields, files } };
}

export const picturesEvent = (one: Lead, time: number): DocumentEvent => ({
  id: one.id,
  before: toFields({ ...one.fields, files: [] }),
  after: toFields(withPictures(one).fields),
  time: isoOf(time),
});

/** The numbers that stand in the mails, once for each mail that a number stands in. */
export const mailedNumbers = () =>
  mailServer.mails.flatMap(({ text = '' }) => [...new Set(text.match(/\b1\d{9}\b/g))]).toSorted();

export const numbersOf = (leads: readonly Lead[]) => leads.map(({ id }) => id).toSorted();
