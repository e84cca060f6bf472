/** The two functions that are deployed (docs/deploy.md): a request's document, created and changed. */
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { defineSecret, defineString, projectID } from 'firebase-functions/params';
import { onDocumentCreated, onDocumentUpdated } from 'firebase-functions/firestore';
import { alertOwner, eventOf, type AlertDeps, type Mark } from './leadAlerts.js';
import { createMail } from './mail.js';

const smtpUrl = defineSecret('SMTP_URL');
const from = defineString('ALERT_FROM', { description: 'The address that alerts come from.' });
const to = defineString('ALERT_TO', { description: 'The address that alerts go to.' });

initializeApp();
const firestore = getFirestore();

const deps: AlertDeps = {
  // A document that nothing else knows: the rules deny it to everybody.
  mark: ({ id, kind }, next) =>
    firestore.runTransaction(async (transaction) => {
      const place = firestore.doc(`alerts/${id}`);
      const before = (await transaction.get(place)).get(kind) as Mark | undefined;
      transaction.set(place, { [kind]: next(before) }, { merge: true });
      return before;
    }),
  send: (message) =>
    createMail({ url: smtpUrl.value(), from: from.value(), to: to.value() })(message),
  serviceTypes: async () =>
    (await firestore.doc('configurations/configurations').get()).get('services_types') as unknown,
  now: () => Date.now(),
  giveUp: ({ id, kind }, error) =>
    logger.error(`The ${kind} of request ${id} could not be mailed: given up.`, error),
  // Not before it runs: a deployment loads this file, too.
  get host() {
    return `${projectID.value()}.web.app`;
  },
};

const OPTIONS = {
  document: 'requests/{id}' as const,
  secrets: [smtpUrl],
  retry: true,
  timeoutSeconds: 60,
  maxInstances: 5,
};

async function tell(...change: Parameters<typeof eventOf>): Promise<void> {
  const event = eventOf(...change);
  if (event) await alertOwner(event, deps);
}

export const requestCreated = onDocumentCreated(OPTIONS, ({ params, data, time }) =>
  tell(params.id, { before: undefined, after: data?.data() ?? {}, time: Date.parse(time) }),
);

export const requestChanged = onDocumentUpdated(OPTIONS, ({ params, data, time }) =>
  tell(params.id, {
    before: data?.before.data() ?? {},
    after: data?.after.data() ?? {},
    time: Date.parse(time),
  }),
);
