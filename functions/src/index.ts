/** What is deployed (docs/deploy.md): the two events of a request, and what every hour and every day look for. */
import { initializeApp } from 'firebase-admin/app';
import { getFirestore, Timestamp } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { logger } from 'firebase-functions';
import { defineSecret, defineString, projectID } from 'firebase-functions/params';
import { onDocumentCreated, onDocumentUpdated } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { alertOwner, eventOf, mailUnsent, type Mark, type UnsentDeps } from './leadAlerts.js';
import { deleteLeftPictures, type LeftPicturesDeps } from './leftPictures.js';
import { createMail } from './mail.js';

const smtpUrl = defineSecret('SMTP_URL');
const from = defineString('ALERT_FROM', { description: 'The address that alerts come from.' });
const to = defineString('ALERT_TO', { description: 'The address that alerts go to.' });

initializeApp();
const firestore = getFirestore();
const requests = firestore.collection('requests');

// The marks, and what is known from one run to the next: the rules deny both to everybody.
const markOf = (id: string) => firestore.doc(`alerts/${id}`);
const memory = firestore.doc('alerts/function');
const HOUR_MS = 3_600_000;

const deps: UnsentDeps = {
  mark: (events, next) =>
    firestore.runTransaction(async (transaction) => {
      const stored = await transaction.getAll(...events.map(({ id }) => markOf(id)));
      return events.map(({ id, kind }, index) => {
        const before = stored[index]?.get(kind) as Mark | undefined;
        transaction.set(markOf(id), { [kind]: next(before) }, { merge: true });
        return before;
      });
    }),
  send: (message) =>
    createMail({ url: smtpUrl.value(), from: from.value(), to: to.value() })(message),
  serviceTypes: async () =>
    (await firestore.doc('configurations/configurations').get()).get('services_types') as unknown,
  ticket: async (id) => (await firestore.doc(`uploads/${id}`).get()).data(),
  async placeInHour({ fields, time }) {
    const created = timeOf(fields['created']) ?? time;
    const earlier = requests
      .where('created', '>=', Timestamp.fromMillis(created - (created % HOUR_MS)))
      .where('created', '<=', fields['created'] ?? Timestamp.fromMillis(created));
    return (await earlier.count().get()).data().count;
  },
  async startedAt() {
    const known = (await memory.get()).get('startedAt') as number | undefined;
    if (known !== undefined) return known;
    const startedAt = Date.now();
    await memory.set({ startedAt }, { merge: true });
    return startedAt;
  },
  async requestsFrom(time) {
    const found = requests.where('created', '>=', Timestamp.fromMillis(time)).orderBy('created');
    const { docs } = await found.get();
    const marks =
      docs.length === 0 ? [] : await firestore.getAll(...docs.map(({ id }) => markOf(id)));
    return docs.map((document, index) => ({
      id: document.id,
      fields: document.data(),
      created: timeOf(document.get('created')) ?? 0,
      marks: marks[index]?.data() ?? {},
    }));
  },
  now: () => Date.now(),
  giveUp: ({ id, kind }, error) =>
    logger.error(`The ${kind} of request ${id} could not be mailed: left to the next hour.`, error),
  // Not before it runs: a deployment loads this file, too.
  get host() {
    return `${projectID.value()}.web.app`;
  },
};

const pictures: LeftPicturesDeps = {
  async requestsBetween(after, to) {
    const found = requests
      .where('created', '>', Timestamp.fromMillis(after))
      .where('created', '<=', Timestamp.fromMillis(to))
      .orderBy('created')
      .select('files');
    const { docs } = await found.get();
    return docs.map((document) => ({ id: document.id, files: document.get('files') as unknown }));
  },
  deletePictures: (id) =>
    getStorage()
      .bucket()
      .deleteFiles({ prefix: `requests/${id}/` }),
  doneTo: async () => ((await memory.get()).get('picturesTo') as number | undefined) ?? 0,
  setDoneTo: async (picturesTo) => void (await memory.set({ picturesTo }, { merge: true })),
  now: () => Date.now(),
};

const timeOf = (value: unknown) => (value instanceof Timestamp ? value.toMillis() : undefined);

const ON_REQUEST = {
  document: 'requests/{id}' as const,
  secrets: [smtpUrl],
  retry: true,
  timeoutSeconds: 60,
  maxInstances: 5,
};
/** A run that fails is repeated while the same hour lasts. */
const ON_TIME = {
  timeZone: 'Etc/UTC',
  secrets: [smtpUrl],
  timeoutSeconds: 540,
  maxInstances: 1,
  retryCount: 5,
  minBackoffSeconds: 150,
  maxBackoffSeconds: 600,
};

async function tell(...change: Parameters<typeof eventOf>): Promise<void> {
  const event = eventOf(...change);
  if (event) await alertOwner(event, deps);
}

export const requestCreated = onDocumentCreated(ON_REQUEST, ({ params, data, time }) =>
  tell(params.id, { before: undefined, after: data?.data() ?? {}, time: Date.parse(time) }),
);

export const requestChanged = onDocumentUpdated(ON_REQUEST, ({ params, data, time }) =>
  tell(params.id, {
    before: data?.before.data() ?? {},
    after: data?.after.data() ?? {},
    time: Date.parse(time),
  }),
);

/** Of three days: longer than a mail server is down, mostly. */
export const everyHour = onSchedule({ ...ON_TIME, schedule: '0 * * * *' }, () =>
  mailUnsent(3, deps),
);

/** Of all days in which pictures may be attached, whose event the platform may have dropped. */
export const everyDay = onSchedule({ ...ON_TIME, schedule: '30 4 * * *' }, async () => {
  await mailUnsent(31, deps);
  await deleteLeftPictures(pictures);
});
