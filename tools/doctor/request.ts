/** A request as a visitor sends it and the owner gets it, removed again. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newRandomId, newReceipt, newRequestId } from '../../src/domain/ids';
import { isCommitted } from '../../src/firebase/rest/firestore';
import { fieldsOf, type HttpAnswer } from '../../src/firebase/rest/http';
import {
  ATTACH_WRITES,
  attachFiles,
  createRequest,
  REQUEST_WRITES,
} from '../../src/firebase/rest/requests';
import { sendChunk, sessionOf, startUpload, stateOf } from '../../src/firebase/rest/storage';
import { ToolError } from '../errors';
import { requestsExport } from '../requestsExport';
import { requestsRemove } from '../requestsRemove';
import type { Terminal } from '../terminal';
import { passUnless, unknown, type DoctorContext, type Finding } from './check';

/** What the owner's alert shows, too. */
const FIELDS = {
  name: 'TEST by npm run doctor',
  email: 'test@example.com',
  phone: '000',
  address: 'none',
  description:
    'Nobody has sent this: npm run doctor tries the way of a request, and removes it again.',
  categories: [],
};

/** A GIF of one pixel. */
const PICTURE = new Uint8Array(
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
);
const QUIET: Terminal = {
  line() {},
  error() {},
  progress: (_label, _total, work) => work(() => {}),
};

/** The same steps as the outbox takes, and the owner's own export; it is removed whatever becomes of it. */
export async function requestEndToEnd(context: DoctorContext): Promise<Finding> {
  if (context.dryRun) return unknown('left out: it writes', 'run it without --dry-run');
  const id = newRequestId();
  const receipt = newReceipt();
  const names = [newRandomId(), newRandomId()].map((name) => `${name}.gif`);
  const [image = '', thumb = ''] = names;
  const { config, fetch } = context;
  let step = 'created';
  let problem: string | false = false;
  try {
    const ticket = { images: [image], thumbs: [thumb], honeypot: '', seconds: 0 };
    const created = await createRequest(config, { id, fields: FIELDS, ticket, receipt }, { fetch });
    mustBe(created, (answer) => isCommitted(answer, REQUEST_WRITES));

    step = 'uploaded';
    const [ref, thumbRef] = names.map((name) => `requests/${id}/${name}`) as [string, string];
    const file = {
      ref,
      url: await upload(context, ref),
      thumbRef,
      thumb: await upload(context, thumbRef),
    };

    step = 'attached';
    const attached = await attachFiles(config, { id, files: [file], receipt }, { fetch });
    mustBe(attached, (answer) => isCommitted(answer, ATTACH_WRITES));

    step = 'exported';
    await mustBeExported(context, id, image);
  } catch (error) {
    // Whatever it is: the request has to go again.
    problem = `was not ${step}: ${(error as Error).message}`;
  }
  const left = await remove(context, id);
  return passUnless([problem, left], 'created, uploaded, attached, exported, removed');
}

/** Uploads the picture as an object; its download address. */
async function upload({ config, fetch }: DoctorContext, object: string): Promise<string> {
  const size = PICTURE.length;
  const started = await startUpload(config, { object, contentType: 'image/gif', size }, { fetch });
  const session = started && sessionOf(config, started);
  if (session === undefined) throw refused(started);
  const sent = await sendChunk(session, { chunk: PICTURE, offset: 0, last: true }, { fetch });
  const state = sent && stateOf(config, { object, size }, sent, size);
  if (state?.type !== 'final') throw refused(sent);
  return state.url;
}

/** By the owner's own command, into a folder that goes again. */
async function mustBeExported(context: DoctorContext, id: string, image: string): Promise<void> {
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
    const file = path.join(folder, 'pictures', id, image);
    if (!existsSync(file)) throw new ToolError('it came without its picture');
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

function mustBe(answer: HttpAnswer | undefined, isRight: (answer: HttpAnswer) => boolean): void {
  if (!answer || !isRight(answer)) throw refused(answer);
}

function refused(answer: HttpAnswer | undefined): ToolError {
  if (!answer) return new ToolError('no answer');
  const { message = 'not an answer of this service' } = fieldsOf(fieldsOf(answer.json)['error']);
  return new ToolError(`${answer.status}, ${String(message)}`);
}
