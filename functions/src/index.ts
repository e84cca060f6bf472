/**
 * The deployed functions (docs/deploy.md): one runs when a request is created, one when it changes, one every
 * half hour, one every hour and one every day; another one answers for pages of works that no build knows.
 */
import { logger } from 'firebase-functions';
import { defineSecret, defineString, projectID } from 'firebase-functions/params';
import { onDocumentCreated, onDocumentUpdated } from 'firebase-functions/firestore';
import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { eachTakenOut, marksFor } from './marksStore.js';
import * as database from './database.js';
import { budgetFor } from './core/mailBudget.js';
import { HOUR_MS } from './core/epochTime.js';
import { createLivePages } from './core/livePages.js';
import { alertOwner, eventOf, type Change } from './core/leadAlerts.js';
import {
  deleteUnnamedFiles,
  endRemovals,
  type RemovalsDeps,
  type UnnamedFilesDeps,
} from './core/galleryLeftovers.js';
import { listedIn, problemsWithAddresses } from './core/mailSettings.js';
import { findMissedEvents, type MissedEventsDeps } from './core/missedEvents.js';
import { createHook } from './hook.js';
import { postCount, type CountDeps } from './core/hookPosts.js';
import { sendMail } from './smtp.js';
import {
  deleteUnattachedPictures,
  type UnattachedPicturesDeps,
} from './core/unattachedPictures.js';
import { handOver, mailUnsent, type UnsentDeps } from './core/unsentLeads.js';

const smtpUrl = defineSecret('SMTP_URL');
const hook = defineSecret('ALERT_HOOK');
const from = defineString('ALERT_FROM', { description: 'The address that alerts come from.' });
const to = defineString('ALERT_TO', { description: 'Up to three addresses that alerts go to.' });

const bucket = () => import('./bucket.js');

type AddressDeps = UnsentDeps & MissedEventsDeps & CountDeps;

const MOST_ADDRESSES = 3;

/** Read once for each process, so that one from before cannot undo a list that was deployed since. */
let marksOfAll: ReturnType<typeof marksFor> | undefined;
const forgetMarks = () => (marksOfAll = undefined);

/** Milliseconds. The platform ends a run without a word; what is on its way then has an answer before, and its mark. */
const TIMEOUT_MS = 540_000;
const END_BEFORE_MS = 60_000;

/** What each address needs in a run, in mails and marks of its own. The hook goes with the first. */
async function addresses(): Promise<AddressDeps[]> {
  const until = Date.now() + TIMEOUT_MS - END_BEFORE_MS;
  const settings = { url: smtpUrl.value(), from: from.value(), until };
  const host = `${projectID.value()}.web.app`;
  // Mails of a host that many share are taken for spam more often. The setup writes it (docs/deploy.md).
  const site = process.env['SITE_ADDRESS'] || `https://${host}`;
  const list = listedIn(to.value());
  // Without any, mails fail and are owed: the address that comes gets them.
  if (list.length === 0) list.push('');
  const others = list.splice(MOST_ADDRESSES);
  if (!marksOfAll) {
    if (others.length > 0)
      logger.error(`${others.join(', ')} could not be mailed: ALERT_TO takes three addresses.`);
    const problems = problemsWithAddresses({ from: from.value(), to: to.value() });
    for (const problem of problems) logger.error(`Requests could not be mailed. ${problem}`);
  }
  marksOfAll ??= marksFor(list);
  marksOfAll.catch(forgetMarks);
  const marksOfEach = await marksOfAll;
  return list.map((address, index) => ({
    ...database,
    ...marksOfEach[index]!,
    budget: budgetFor(list.length),
    thumbnail: async (name) => (await bucket()).thumbnailFrom(name),
    now: () => Date.now(),
    until,
    atMost,
    messageIdHost: host,
    ownerPage: `${site}/owner`,
    send: (message) => sendMail({ ...settings, to: address }, message),
    post: index === 0 ? createHook(hook.value()) : undefined,
    logError: (what, error) => logger.error(index === 0 ? what : `${what} (${address})`, error),
  }));
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout;
  const over = new Promise<void>((end) => (timer = setTimeout(end, ms)));
  const ended = work.then(
    () => {},
    () => {},
  );
  await Promise.race([over, ended]).finally(() => clearTimeout(timer));
}

/**
 * Answers of Firestore to functions that may not use it, or for which there is no database. They mail nothing then, and
 * wait for nobody: it is a setting. (Codes of gRPC: NOT_FOUND, PERMISSION_DENIED, UNAUTHENTICATED.)
 */
const REFUSALS = [5, 7, 16];
const isRefusedByFirestore = (error: unknown) =>
  REFUSALS.includes((error as { code?: number } | undefined)?.code ?? 0);

/** An alert tells the owner of these lines (docs/deploy.md). The platform itself writes none when it ends a run. */
async function loud(what: string, work: () => Promise<void>): Promise<void> {
  const isLate = () => logger.error(`${what} could not be mailed: the run is near its end.`);
  const timer = setTimeout(isLate, TIMEOUT_MS - END_BEFORE_MS / 2);
  try {
    await work();
  } catch (error) {
    if (isRefusedByFirestore(error))
      logger.error(`${what} could not be mailed: Firestore refuses these functions.`, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const cleaning: UnattachedPicturesDeps & RemovalsDeps & UnnamedFilesDeps = {
  ...database,
  nextPage: database.pagesFrom(database.functionState),
  now: () => Date.now(),
  deleteFolder: async (folder) => (await bucket()).deleteFolder(folder),
  galleryFiles: async (start, most) => (await bucket()).galleryFiles(start, most),
  logError: (text, error) => logger.error(text, error),
};

const ON_REQUEST = {
  document: 'requests/{id}' as const,
  secrets: [smtpUrl, hook],
  retry: true,
  timeoutSeconds: TIMEOUT_MS / 1000,
  maxInstances: 5,
};
/** A failed run is retried after minutes. Google may skip the next one while it is (its documentation of Scheduler). */
const ON_SCHEDULE = {
  timeZone: 'Etc/UTC',
  secrets: [smtpUrl, hook],
  // Twice what the largest pages of requests have been seen to take (tests/functions/flood.test.ts), 255 MiB with three addresses.
  memory: '512MiB' as const,
  timeoutSeconds: TIMEOUT_MS / 1000,
  maxInstances: 1,
  retryCount: 5,
  minBackoffSeconds: 150,
  maxBackoffSeconds: 600,
};

/** Waits for all of them, then rejects with the first error. */
async function all(works: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(works))
    if (result.status === 'rejected') throw result.reason;
}

async function mailChange(id: string, change: Omit<Change, 'created'>): Promise<void> {
  const created = database.timeOf(change.after['created']) ?? change.time;
  const event = eventOf(id, { ...change, created });
  if (!event) return;
  await loud(`The ${event.kind} of request ${id}`, async () => {
    const each = await addresses();
    await all(each.map((deps) => alertOwner(event, deps)));
  });
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

const mailLeft = (deps: AddressDeps) =>
  runEach({
    'The first look for missed events': () => findMissedEvents('first', deps),
    'The look after an hour': () => findMissedEvents('hour', deps),
    'Mailing what was left': () => mailUnsent(deps),
  });

/**
 * Hands over what is owed to addresses that were taken out. It waits until all functions are deployed: until then, the
 * address may come back.
 */
async function handOverAll(): Promise<void> {
  const each = await addresses();
  await eachTakenOut(Date.now() - HOUR_MS / 2, (left) => handOver(left, each));
}

export const everyHour = onSchedule({ ...ON_SCHEDULE, schedule: '0 * * * *' }, () =>
  loud('What was left', async () => {
    try {
      await runEach({
        'Mailing each address': async () => all((await addresses()).map(mailLeft)),
        'Counting what came': () => database.noteArrivals(Date.now()),
        // Behind the mails, which must not wait for a flood of it.
        'Handing over what was owed': handOverAll,
      });
    } finally {
      // An alert tells the owner when this line stays away (docs/deploy.md): nothing is mailed without the marks.
      for (const { countOpen } of await addresses()) await countOpen();
      logger.info('everyHour has ended.');
    }
  }),
);

/**
 * Twice, because it counts no request of the last minutes, and each is to be heard within the hour. Nothing is tried
 * again: the next one says it, too.
 */
export const everyHalfHour = onSchedule(
  { ...ON_SCHEDULE, retryCount: 0, schedule: '15,45 * * * *' },
  async () => {
    const [first] = await addresses();
    await postCount(first!);
  },
);

export const everyDay = onSchedule({ ...ON_SCHEDULE, schedule: '30 4 * * *' }, () => {
  const look = (age: 'day' | 'week' | 'month') => async () =>
    all((await addresses()).map((deps) => findMissedEvents(age, deps)));
  return runEach({
    'The look after a day': look('day'),
    'The look after a week': look('week'),
    'The look after a month': look('month'),
    'Deleting unattached pictures': () => deleteUnattachedPictures(cleaning),
    'Ending what was removed': () => endRemovals(cleaning),
    'Deleting unnamed files': () => deleteUnnamedFiles(cleaning),
  });
});

/** Made by the first call, because the project is not known before. */
let answerCall: ReturnType<typeof createLivePages> | undefined;

/** Hosting calls it for the sitemap and for works that have no page of their own (firebase.json). It uses no account and no secret. */
export const livePages = onRequest(
  {
    region: 'us-central1',
    invoker: 'public',
    concurrency: 80,
    maxInstances: 3,
    timeoutSeconds: 10,
  },
  async ({ url, headers }, response) => {
    const project = projectID.value();
    answerCall ??= createLivePages({
      fetch,
      timeout: (ms) => AbortSignal.timeout(ms),
      now: Date.now,
      site: `https://${project}.web.app`,
      documents: `https://firestore.googleapis.com/v1/projects/${project}/databases/(default)/documents`,
    });
    const { status, ...answer } = await answerCall({
      url,
      acceptEncoding: headers['accept-encoding'],
    });
    response.writeHead(status, answer.headers).end(answer.body);
  },
);
