/**
 * The deployed functions (docs/deploy.md): one runs when a request is created, one when it changes, one every
 * hour and one every day.
 */
import { logger } from 'firebase-functions';
import { defineSecret, defineString, projectID } from 'firebase-functions/params';
import { onDocumentCreated, onDocumentUpdated } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import * as database from './database.js';
import { alertOwner, eventOf, type Change } from './core/leadAlerts.js';
import {
  deleteUnnamedFiles,
  endRemovals,
  type RemovalsDeps,
  type UnnamedFilesDeps,
} from './core/galleryLeftovers.js';
import { findMissedEvents, type MissedEventsDeps } from './core/missedEvents.js';
import { createHook } from './hook.js';
import { postRest, type RestDeps } from './core/hookPosts.js';
import { createMail } from './smtp.js';
import {
  deleteUnattachedPictures,
  type UnattachedPicturesDeps,
} from './core/unattachedPictures.js';
import { mailUnsent, type UnsentDeps } from './core/unsentLeads.js';

const smtpUrl = defineSecret('SMTP_URL');
const hook = defineSecret('ALERT_HOOK');
const from = defineString('ALERT_FROM', { description: 'The address that alerts come from.' });
const to = defineString('ALERT_TO', { description: 'Up to three addresses that alerts go to.' });

const logError = (text: string, error: unknown) => logger.error(text, error);

const mail = () =>
  createMail({ url: smtpUrl.value(), from: from.value(), to: to.value() }, logError);

const bucket = () => import('./bucket.js');

const deps: UnsentDeps &
  MissedEventsDeps &
  UnattachedPicturesDeps &
  RestDeps &
  RemovalsDeps &
  UnnamedFilesDeps = {
  ...database,
  send: (message) => mail().send(message),
  copy: (message) => mail().copy(message),
  get post() {
    return createHook(hook.value());
  },
  thumbnail: async (name) => (await bucket()).thumbnailFrom(name),
  deleteFolder: async (folder) => (await bucket()).deleteFolder(folder),
  galleryFiles: async (from, most) => (await bucket()).galleryFiles(from, most),
  now: () => Date.now(),
  logError,
  // Getters, because a deployment also loads this file, and `projectID` has a value only at run time.
  get host() {
    return `${projectID.value()}.web.app`;
  },
  get ownerPage() {
    return `https://${projectID.value()}.web.app/owner`;
  },
};

const ON_REQUEST = {
  document: 'requests/{id}' as const,
  secrets: [smtpUrl, hook],
  retry: true,
  timeoutSeconds: 60,
  maxInstances: 5,
};
/** A failed run is retried within the same hour. */
const ON_SCHEDULE = {
  timeZone: 'Etc/UTC',
  secrets: [smtpUrl, hook],
  // Twice what the largest pages of requests have been seen to take (tests/functions/flood.test.ts).
  memory: '512MiB' as const,
  timeoutSeconds: 540,
  maxInstances: 1,
  retryCount: 5,
  minBackoffSeconds: 150,
  maxBackoffSeconds: 600,
};

async function mailChange(id: string, change: Omit<Change, 'created'>): Promise<void> {
  const created = database.timeOf(change.after['created']) ?? change.time;
  const event = eventOf(id, { ...change, created });
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

/** Runs each job, whatever became of the one before. Rejects with the first error. */
async function runEach(jobs: Record<string, () => Promise<void>>): Promise<void> {
  const errors: unknown[] = [];
  for (const [name, job] of Object.entries(jobs)) {
    try {
      await job();
    } catch (error) {
      errors.push(error);
      // A warning: the platform tries again, and what stays undone for an hour has an error of its own.
      logger.warn(`${name} has failed.`, error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

export const everyHour = onSchedule({ ...ON_SCHEDULE, schedule: '0 * * * *' }, async () => {
  try {
    await runEach({
      'The first look for missed events': () => findMissedEvents('first', deps),
      'The look after an hour': () => findMissedEvents('hour', deps),
      'Mailing what was left': () => mailUnsent(deps),
      'Posting what was left': () => postRest(deps),
      'Counting what came': () => database.noteArrivals(Date.now()),
    });
  } finally {
    // An alert tells the owner when this line stays away (docs/deploy.md).
    logger.info('everyHour has ended.');
  }
});

export const everyDay = onSchedule({ ...ON_SCHEDULE, schedule: '30 4 * * *' }, () =>
  runEach({
    'The look after a day': () => findMissedEvents('day', deps),
    'The look after a week': () => findMissedEvents('week', deps),
    'The look after a month': () => findMissedEvents('month', deps),
    'Deleting unattached pictures': () => deleteUnattachedPictures(deps),
    'Ending what was removed': () => endRemovals(deps),
    'Deleting unnamed files': () => deleteUnnamedFiles(deps),
  }),
);
