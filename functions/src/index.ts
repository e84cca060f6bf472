/**
 * The deployed functions (docs/deploy.md): one runs when a request is created, one when it changes, one every
 * hour and one every day.
 */
import { initializeApp } from 'firebase-admin/app';
import { getFirestore, Timestamp, type DocumentSnapshot } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { defineSecret, defineString, projectID } from 'firebase-functions/params';
import { onDocumentCreated, onDocumentUpdated } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { HOUR_MS } from './clock.js';
import {
  alertOwner,
  DAILY_DAYS,
  eventOf,
  HOURLY_DAYS,
  mailUnsent,
  type Change,
  type Mark,
  type UnsentDeps,
} from './leadAlerts.js';
import { deleteUnattachedPictures, type UnattachedPicturesDeps } from './unattachedPictures.js';
import { createMail } from './smtp.js';

const smtpUrl = defineSecret('SMTP_URL');
const from = defineString('ALERT_FROM', { description: 'The address that alerts come from.' });
const to = defineString('ALERT_TO', { description: 'The address that alerts go to.' });

initializeApp();
const firestore = getFirestore();
const requests = firestore.collection('requests');

// `alerts/{id}` holds the marks of a request. `alerts/function` holds the values that later runs need. firestore.rules
// deny everyone access to both.
const marksOf = (id: string) => firestore.doc(`alerts/${id}`);
const functionState = firestore.doc('alerts/function');

const startedAtIn = (state: DocumentSnapshot) => state.get('startedAt') as number | undefined;
const readStartedAt = async () => startedAtIn(await functionState.get());
let lastRecorded: Promise<unknown> = Promise.resolve();

/** Stores the earlier of this time and the stored one, and resolves with it. */
async function recordStart(time: number): Promise<number> {
  // It only goes down, so that a value that is low enough needs no transaction.
  const stored = await readStartedAt();
  if (stored !== undefined && stored <= time) return stored;
  return firestore.runTransaction(async (transaction) => {
    const startedAt = Math.min(startedAtIn(await transaction.get(functionState)) ?? time, time);
    transaction.set(functionState, { startedAt }, { merge: true });
    return startedAt;
  });
}

const deps: UnsentDeps = {
  mark: (events, next) =>
    firestore.runTransaction(async (transaction) => {
      const stored = await transaction.getAll(...events.map(({ id }) => marksOf(id)));
      return events.map(({ id, kind }, index) => {
        const before = stored[index]?.get(kind) as Mark | undefined;
        // Not `merge`, which would leave an earlier mark's digest in it.
        transaction.set(marksOf(id), { [kind]: next(before) }, { mergeFields: [kind] });
        return before;
      });
    }),
  send: (message) =>
    createMail({ url: smtpUrl.value(), from: from.value(), to: to.value() })(message),
  serviceTypes: async () =>
    (await firestore.doc('configurations/configurations').get()).get('services_types') as unknown,
  ticket: async (id) => (await firestore.doc(`uploads/${id}`).get()).data(),
  async thumbnail(name) {
    const { thumbnailFrom } = await import('./bucket.js');
    return thumbnailFrom(name);
  },
  async positionInHour({ fields, created }) {
    // Not from `created`, because the order within a millisecond counts.
    const until = timestampOf(fields['created']) ?? Timestamp.fromMillis(created);
    const createdUntilThen = requests
      .where('created', '>=', Timestamp.fromMillis(created - (created % HOUR_MS)))
      .where('created', '<=', until);
    return (await createdUntilThen.count().get()).data().count;
  },
  async startedBy(time) {
    const stored = await readStartedAt();
    if (stored !== undefined && stored <= time) return stored;
    // One after the other, because transactions of a burst that run into each other wait for seconds.
    const recorded = lastRecorded.then(() => recordStart(time));
    lastRecorded = recorded.catch(() => {});
    return recorded;
  },
  async requestsFrom(time) {
    const found = requests.where('created', '>=', Timestamp.fromMillis(time)).orderBy('created');
    const { docs } = await found.get();
    const marks =
      docs.length === 0 ? [] : await firestore.getAll(...docs.map(({ id }) => marksOf(id)));
    return docs.map((document, index) => ({
      id: document.id,
      fields: document.data(),
      created: timeOf(document.get('created')) ?? 0,
      marks: marks[index]?.data() ?? {},
    }));
  },
  now: () => Date.now(),
  logError: (text, error) => logger.error(text, error),
  // A getter, because a deployment also loads this file, and `projectID` has a value only at run time.
  get host() {
    return `${projectID.value()}.web.app`;
  },
};

const unattachedPictures: UnattachedPicturesDeps = {
  async requestsBetween(after, to) {
    const found = requests
      .where('created', '>', Timestamp.fromMillis(after))
      .where('created', '<=', Timestamp.fromMillis(to))
      .orderBy('created')
      .select('files');
    const { docs } = await found.get();
    return docs.map((document) => ({ id: document.id, files: document.get('files') as unknown }));
  },
  async deletePictures(id) {
    const { deletePicturesOf } = await import('./bucket.js');
    await deletePicturesOf(id);
  },
  checkedUpTo: async () =>
    ((await functionState.get()).get('picturesTo') as number | undefined) ?? 0,
  async setCheckedUpTo(picturesTo) {
    await functionState.set({ picturesTo }, { merge: true });
  },
  now: () => Date.now(),
};

const timestampOf = (value: unknown) => (value instanceof Timestamp ? value : undefined);
const timeOf = (value: unknown) => timestampOf(value)?.toMillis();

const ON_REQUEST = {
  document: 'requests/{id}' as const,
  secrets: [smtpUrl],
  retry: true,
  timeoutSeconds: 60,
  maxInstances: 5,
};
/** A failed run is retried within the same hour. */
const ON_SCHEDULE = {
  timeZone: 'Etc/UTC',
  secrets: [smtpUrl],
  timeoutSeconds: 540,
  maxInstances: 1,
  retryCount: 5,
  minBackoffSeconds: 150,
  maxBackoffSeconds: 600,
};

async function mailChange(id: string, change: Omit<Change, 'created'>): Promise<void> {
  const event = eventOf(id, { ...change, created: timeOf(change.after['created']) ?? change.time });
  if (event) await alertOwner(event, deps);
}

export const requestCreated = onDocumentCreated(ON_REQUEST, ({ params, data, time }) =>
  mailChange(params.id, { before: undefined, after: data?.data() ?? {}, time: Date.parse(time) }),
);

export const requestChanged = onDocumentUpdated(ON_REQUEST, ({ params, data, time }) =>
  mailChange(params.id, {
    before: data?.before.data() ?? {},
    after: data?.after.data() ?? {},
    time: Date.parse(time),
  }),
);

export const everyHour = onSchedule({ ...ON_SCHEDULE, schedule: '0 * * * *' }, () =>
  mailUnsent(HOURLY_DAYS, deps),
);

export const everyDay = onSchedule({ ...ON_SCHEDULE, schedule: '30 4 * * *' }, async () => {
  await mailUnsent(DAILY_DAYS, deps);
  await deleteUnattachedPictures(unattachedPictures);
});
