/** A request as a visitor sends it and the owner gets it, removed again. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UPLOAD_CHUNK_UNIT } from '../../src/domain/constants';
import { newRandomId, newReceipt, newRequestId } from '../../src/domain/ids';
import { fieldsOf } from '../../src/firebase/rest/http';
import { attachFiles, createRequest } from '../../src/firebase/rest/requests';
import { readServiceTypes } from '../../src/firebase/rest/readers';
import { queryUpload, sendChunk, startUpload } from '../../src/firebase/rest/storage';
import { ToolError } from '../errors';
import { requestsExport } from '../requestsExport';
import { requestsRemove } from '../requestsRemove';
import type { Terminal } from '../terminal';
import { passUnless, unknown, type DoctorContext, type Finding } from './check';

/** As hard as a visitor's may be, and clear to whoever gets the mail of it. */
const FIELDS = {
  name: 'TEST by npm run doctor · Zoë Иванова 李 🪵',
  email: 'test@example.com',
  phone: '000',
  address: 'none',
  description:
    'Nobody has sent this: npm run doctor tries the way of a request, and removes it again.',
};

/** A GIF of one pixel. */
const SMALL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** Its images and their thumbnails, in bytes; behind a GIF's end anything may stand. */
const SIZES = { images: [600_000, SMALL.length], thumbs: [SMALL.length, SMALL.length] };
/** Milliseconds between two looks for the mail's mark, and how often it is looked for: the first start is slow. */
const LOOK_MS = 5_000;
const LOOKS = 36;
const QUIET: Terminal = {
  line() {},
  error() {},
  progress: (_label, _total, work) => work(() => {}),
};

/** The same steps as the outbox takes, and the owner's own export; it is removed whatever becomes of it. */
export async function requestEndToEnd(context: DoctorContext): Promise<Finding> {
  if (context.dryRun) return unknown('left out: it writes', 'run it without --dry-run');
  const { config } = context;
  const id = newRequestId();
  const receipt = newReceipt();
  const images = SIZES.images.map(() => `${newRandomId()}.gif`);
  const thumbs = SIZES.thumbs.map(() => `${newRandomId()}.gif`);
  const page = asThePage(context);
  let step = 'created';
  let problem: string | false = false;
  try {
    const fields = { ...FIELDS, categories: await categories(context) };
    // People take a minute: a faster one would be a suspect in the mail.
    const ticket = { images, thumbs, honeypot: '', seconds: 60 };
    const created = await createRequest(config, { id, fields, ticket, receipt }, page);
    if (created.type !== 'committed') throw await page.refused();

    step = 'uploaded';
    const files = [];
    for (const [index, image] of images.entries()) {
      const [ref, thumbRef] = [image, thumbs[index]!].map((name) => `requests/${id}/${name}`);
      const url = await upload(context, page, ref!, SIZES.images[index]!);
      const thumb = await upload(context, page, thumbRef!, SIZES.thumbs[index]!);
      files.push({ ref: ref!, url, thumbRef: thumbRef!, thumb });
    }

    step = 'attached';
    const attached = await attachFiles(config, { id, files, receipt }, page);
    if (attached.type !== 'committed') throw await page.refused();

    step = 'exported';
    await mustBeExported(context, id, images);

    step = 'mailed';
    if (!config.local) await mustBeMailed(context, id);
  } catch (error) {
    // Whatever it is: the request has to go again.
    problem = `was not ${step}: ${(error as Error).message}`;
  }
  const left = await remove(context, id);
  const done = config.local ? 'exported' : 'exported, mailed';
  return passUnless([problem, left], `created, uploaded, attached, ${done}, removed`);
}

type Page = ReturnType<typeof asThePage>;

/** Calls as a page of the site makes them: another origin's, with what the browser says of that. */
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
    /** What the service has said last, in its own words. */
    async refused(): Promise<ToolError> {
      if (!answer) return new ToolError('no answer');
      const json: unknown = await answer.json().catch(() => undefined);
      const { message = 'not an answer of this service' } = fieldsOf(fieldsOf(json)['error']);
      return new ToolError(`${answer.status}, ${String(message)}`);
    },
  };
}

/** The first two that visitors can choose. */
async function categories({ config, fetch }: DoctorContext): Promise<string[]> {
  const types = await readServiceTypes(config, { fetch });
  return types.ok ? types.value.slice(0, 2).map(({ id }) => id) : [];
}

/** Uploads a picture of so many bytes as the outbox does after a break, in chunks; its download address. */
async function upload(
  { config }: DoctorContext,
  page: Page,
  object: string,
  size: number,
): Promise<string> {
  const started = await startUpload(config, { object, contentType: 'image/gif', size }, page);
  if (started.type !== 'started') throw await page.refused();
  const { session } = started;
  const bytes = new Uint8Array(size);
  bytes.set(SMALL);
  for (let offset = 0; ;) {
    const chunk = bytes.slice(offset, offset + UPLOAD_CHUNK_UNIT);
    const sent = await sendChunk(config, { object, size, session }, { chunk, offset }, page);
    if (sent.type === 'stored') return sent.url;
    if (sent.type !== 'active') throw await page.refused();
    offset += chunk.length;
    const asked = await queryUpload(config, { object, size, session }, page);
    if (asked.type !== 'active' || asked.offset !== offset) throw await page.refused();
  }
}

/** By the alerts (functions/): they mark what the mail server has accepted. */
async function mustBeMailed({ documents, wait }: DoctorContext, id: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const marks = (await documents.get(`alerts/${id}`))?.fields ?? {};
    const kinds = ['text', 'pictures'];
    if (kinds.every((kind) => fieldsOf(marks[kind])['state'] === 'sent')) return;
    await wait(LOOK_MS);
  }
  throw new ToolError(
    'no mark that the mail server has accepted it; the log of requestCreated says why',
  );
}

/** By the owner's own command, into a folder that goes again. */
async function mustBeExported(
  context: DoctorContext,
  id: string,
  images: readonly string[],
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'doctor-'));
  try {
    const stored = await context.documents.get(`requests/${id}`);
    const created = String(stored?.fields['created']);
    await requestsExport.run(
      { ...context, terminal: QUIET },
      {
        words: [folder],
        text: (name) => (name === 'since' ? created : undefined),
        flag: () => false,
      },
    );
    const missing = images.filter((image) => !existsSync(path.join(folder, 'pictures', id, image)));
    if (missing.length > 0) throw new ToolError('it came without its pictures');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Resolves with what is wrong when it could not be removed. */
async function remove(context: DoctorContext, id: string): Promise<string | false> {
  try {
    const flag = (name: string) => name === 'force';
    const args = { words: [id], text: () => undefined, flag };
    await requestsRemove.run({ ...context, terminal: QUIET }, args);
    return false;
  } catch (error) {
    const { message } = error as Error;
    return `it is still there (npm run requests:remove -- ${id} --force): ${message}`;
  }
}
