import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UPLOAD_CHUNK_UNIT } from '../../src/domain/constants';
import { EMPTY_FIELDS, type RequestFields } from '../../src/domain/requestFields';
import { newRandomId, newReceipt, newRequestId } from '../../src/domain/ids';
import type { UploadedFile } from '../../src/domain/types';
import { fieldsOf } from '../../src/firebase/rest/httpCall';
import { attachFiles, createRequest } from '../../src/firebase/rest/requestCommits';
import { readServiceTypes } from '../../src/firebase/rest/readDocuments';
import { queryUpload, sendChunk, startUpload } from '../../src/firebase/rest/uploadCalls';
import { ToolError } from '../toolErrors';
import { requestsExport } from '../requestsExport';
import { requestsRemove } from '../requestsRemove';
import type { Terminal } from '../terminal';
import { passUnless, unknown, type DoctorContext, type Finding } from './check';

/** The text is as hard to transport as a visitor's may be, and tells the reader of the mail that it is a test. */
const FIELDS: RequestFields = {
  ...EMPTY_FIELDS,
  name: 'TEST by npm run doctor · Zoë Иванова 李 🪵',
  email: 'test@example.com',
  phone: '000',
  address: 'none',
  description: 'This is a test by npm run doctor, not a customer: it is removed again.',
};

/** A GIF of one pixel. */
const SMALL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** The sizes of the two images and their thumbnails, in bytes. The GIF above is filled up: behind its end any bytes may follow. */
const SIZES: readonly Trial['pictures'][number]['sizes'][] = [
  [600_000, SMALL.length],
  [SMALL.length, SMALL.length],
];
/** Milliseconds between two looks for the mark of the mail. */
const LOOK_MS = 5_000;
/** The number of looks: six minutes in all, because a mail server may take four, and the first start of a function is slow. */
const LOOKS = 72;
const QUIET: Terminal = {
  line() {},
  error() {},
  progress: (_label, _total, work) => work(() => {}),
};

interface Trial {
  context: DoctorContext;
  id: string;
  receipt: string;
  pictures: { image: string; thumb: string; sizes: [image: number, thumb: number] }[];
  files: UploadedFile[];
  /** By which ways the owner was told. */
  ways: string;
  page: ReturnType<typeof asThePage>;
}

/** Takes the same steps as the outbox, then the owner's export. The request is removed in any case. */
export async function requestEndToEnd(context: DoctorContext): Promise<Finding> {
  if (context.dryRun) return unknown('left out: it would write', 'run it without --dry-run');
  const trial = newTrial(context);
  const problem = await firstProblem(trial);
  const removal = await remove(trial);
  const { ways } = trial;
  const question =
    ways &&
    `. Which have arrived: two mails at each address (look into spam)${ways.includes('posted') ? ', two posts by the hook' : ''}?`;
  return passUnless(
    [problem, removal],
    `created, uploaded, attached, exported${ways}, removed${question}`,
  );
}

const STEPS: readonly [done: string, step: (trial: Trial) => Promise<void>][] = [
  ['created', create],
  ['uploaded', uploadPictures],
  ['attached', attach],
  ['exported', mustBeExported],
  ['mailed', mustBeMailed],
];

/** Says which step fails and why. It catches every error, because the request must be removed after any of them. */
async function firstProblem(trial: Trial): Promise<string | false> {
  for (const [done, step] of STEPS) {
    try {
      await step(trial);
    } catch (error) {
      return `was not ${done}: ${(error as Error).message}`;
    }
  }
  return false;
}

function newTrial(context: DoctorContext): Trial {
  const newName = () => `${newRandomId()}.gif`;
  return {
    context,
    id: newRequestId(),
    receipt: newReceipt(),
    pictures: SIZES.map((sizes) => ({ image: newName(), thumb: newName(), sizes })),
    files: [],
    ways: '',
    page: asThePage(context),
  };
}

async function create({ context, id, receipt, pictures, page }: Trial): Promise<void> {
  const fields = { ...FIELDS, categories: await categories(context) };
  const ticket = {
    images: pictures.map(({ image }) => image),
    thumbs: pictures.map(({ thumb }) => thumb),
    honeypot: '',
    // People take a minute. The mail would mark a much faster request as suspect.
    seconds: 60,
  };
  const answer = await createRequest(context.config, { id, fields, ticket, receipt }, page);
  if (answer.type !== 'committed') throw await page.refused();
}

async function uploadPictures(trial: Trial): Promise<void> {
  for (const { image, thumb, sizes } of trial.pictures) {
    const [ref, thumbRef] = [`requests/${trial.id}/${image}`, `requests/${trial.id}/${thumb}`];
    const url = await upload(trial, ref, sizes[0]);
    trial.files.push({ ref, url, thumbRef, thumb: await upload(trial, thumbRef, sizes[1]) });
  }
}

async function attach({ context, id, files, receipt, page }: Trial): Promise<void> {
  const answer = await attachFiles(context.config, { id, files, receipt }, page);
  if (answer.type !== 'committed') throw await page.refused();
}

/** Makes calls as a page of the site does: with the `Origin` header that a browser adds. */
function asThePage({ fetch, site }: DoctorContext) {
  let answer: Response | undefined;
  return {
    fetch: async (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      headers.set('Origin', site);
      answer = undefined;
      const response = await fetch(url, { ...init, headers });
      answer = response.clone();
      return response;
    },
    /** An error with the last answer of the service, in its own words. */
    async refused(): Promise<ToolError> {
      if (!answer) return new ToolError('there was no answer');
      const json: unknown = await answer.json().catch(() => undefined);
      const { message = 'this is not an answer of the service' } = fieldsOf(
        fieldsOf(json)['error'],
      );
      return new ToolError(`${answer.status}, ${String(message)}`);
    },
  };
}

async function categories({ config, fetch }: DoctorContext): Promise<string[]> {
  const types = await readServiceTypes(config, { fetch });
  return types.ok ? types.value.slice(0, 2).map(({ id }) => id) : [];
}

/**
 * Uploads a picture of this many bytes in chunks, as the outbox does after a break. Resolves with its download address.
 */
async function upload({ context, page }: Trial, object: string, size: number): Promise<string> {
  const { config } = context;
  const started = await startUpload(config, { object, contentType: 'image/gif', size }, page);
  if (started.type !== 'started') throw await page.refused();
  const running = { object, size, session: started.session };
  const bytes = new Uint8Array(size);
  bytes.set(SMALL);
  let offset = 0;
  while (true) {
    const chunk = bytes.slice(offset, offset + UPLOAD_CHUNK_UNIT);
    const sent = await sendChunk(config, running, { chunk, offset }, { ...page, timeout: 300_000 });
    if (sent.type === 'stored') return sent.url;
    if (sent.type !== 'active') throw await page.refused();
    offset += chunk.length;
    const asked = await queryUpload(config, running, page);
    if (asked.type !== 'active' || asked.offset !== offset) throw await page.refused();
  }
}

/**
 * Waits for the marks of the lead alerts (functions/), which tell that the mail server has accepted both mails, and the
 * hook both posts, if there is one. The local backend has no alerts.
 */
async function mustBeMailed(trial: Trial): Promise<void> {
  const { config, wait } = trial.context;
  if (config.local) return;
  for (let look = 0; look < LOOKS; look += 1) {
    const marks = await marksOf(trial);
    const stateOf = (kind: string) => fieldsOf(marks[kind])['state'];
    const isMailed = ['text', 'pictures'].every((kind) => stateOf(kind) === 'sent');
    const posts = ['textHook', 'picturesHook'].map(stateOf);
    const isPosted = posts.every((state) => state === 'sent');
    // A post begins when its mail is sent: without one at the second look there is no hook.
    const hasNoHook = trial.ways === ', mailed' && posts.every((state) => state === undefined);
    if (isMailed && (isPosted || hasNoHook)) {
      if (isPosted) trial.ways = ', mailed, posted';
      return;
    }
    if (isMailed) trial.ways = ', mailed';
    await wait(LOOK_MS);
  }
  throw new ToolError(
    trial.ways
      ? 'its mails are accepted, but the hook has not taken its posts: store its address again (setup -- --hook), and deploy the functions'
      : 'there is no mark that the mail server has accepted it; the log of the function requestCreated says why',
  );
}

/** The marks of the first address. Where they are is stored with the first event of a new list of addresses. */
async function marksOf({ id, context: { documents } }: Trial): Promise<Record<string, unknown>> {
  const { marks = 'alerts' } = (await documents.get('alerts/arrivals'))?.fields ?? {};
  return (await documents.get(`${String(marks)}/${id}`))?.fields ?? {};
}

async function mustBeExported({ context, id, pictures }: Trial): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'doctor-'));
  try {
    const stored = await context.documents.get(`requests/${id}`);
    const since = String(stored?.fields['created']);
    const text = (name: string) => (name === 'since' ? since : undefined);
    const args = { words: [folder], text, flag: () => false };
    await requestsExport.run({ ...context, terminal: QUIET }, args);
    const isThere = ({ image }: { image: string }) =>
      existsSync(path.join(folder, 'pictures', id, image));
    if (!pictures.every(isThere)) throw new ToolError('its pictures are missing');
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function remove({ context, id }: Trial): Promise<string | false> {
  try {
    const flag = (name: string) => name === 'force';
    const args = { words: [id], text: () => undefined, flag };
    await requestsRemove.run({ ...context, terminal: QUIET }, args);
    return false;
  } catch (error) {
    const { message } = error as Error;
    return `it could not be removed (remove it with: npm run requests:remove -- ${id} --force): ${message}`;
  }
}
