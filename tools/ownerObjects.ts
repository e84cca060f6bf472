/** Stored files as the owner's commands handle them: Firebase Storage API v0 (upload, list, metadata, delete). */
import type { BackendConfig } from '../src/firebase/config';
import { fieldsOf } from '../src/firebase/rest/httpCall';
import { isOwnSession } from '../src/firebase/rest/uploadCalls';
import { downloadAddress } from '../src/domain/workFiles';
import { ToolError } from './toolErrors';
import { jsonOf, notOurs, pages } from './ownerDocuments';
import { Unreachable, type Http } from './ownerHttp';

export interface StoredObject {
  name: string;
  size: number;
  /** The download address: whoever has it can get the file. */
  url: string;
  /** The daily function has marked it, because no document named it (functions/src/core/galleryLeftovers.ts). */
  isUnnamed: boolean;
}

export interface NewObject {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  cacheControl: string;
}

export type Objects = ReturnType<typeof createObjects>;

const UPLOAD_TRIES = 4;
/** Milliseconds; doubled before every try after the first. */
const RETRY_DELAY = 500;

export function createObjects(
  config: BackendConfig,
  http: Http,
  wait: (ms: number) => Promise<void>,
) {
  const { storageOrigin, storageBucket: bucket } = config;
  const base = `${storageOrigin}/v0/b/${encodeURIComponent(bucket)}/o`;
  const urlOf = (name: string) => `${base}/${encodeURIComponent(name)}`;

  const toObject = async (answer: Response): Promise<StoredObject> => {
    const { name, size, metadata } = await jsonOf(answer);
    if (typeof name !== 'string')
      throw new ToolError(
        'Storage answered without the name of the file. Run the same command again.',
      );
    const url = downloadAddress({ origin: storageOrigin, bucket, name });
    return { name, size: Number(size), url, isUnnamed: 'unnamedSince' in fieldsOf(metadata) };
  };

  const get = async (name: string): Promise<StoredObject | undefined> => {
    const answer = await http(urlOf(name), { method: 'GET', accept: [404] });
    return answer.status === 404 ? undefined : toObject(answer);
  };

  /** Uploads by the resumable protocol, like visitors' pictures (src/firebase/rest/uploadCalls.ts), but in one part. */
  const upload = async ({ name, bytes, ...settings }: NewObject): Promise<StoredObject> => {
    const once = { method: 'POST', tries: 1 } as const;
    const started = await http(`${base}?name=${encodeURIComponent(name)}`, {
      ...once,
      headers: {
        'X-Goog-Upload-Protocol': 'resumable',
        'X-Goog-Upload-Command': 'start',
        'X-Goog-Upload-Header-Content-Length': String(bytes.length),
        'X-Goog-Upload-Header-Content-Type': settings.contentType,
        'Content-Type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify({ name, ...settings }),
    });
    const session = started.headers.get('x-goog-upload-url');
    if (session === null || !isOwnSession(config, session)) throw notOurs(started);
    const headers = { 'X-Goog-Upload-Command': 'upload, finalize', 'X-Goog-Upload-Offset': '0' };
    return toObject(await http(session, { ...once, headers, body: bytes }));
  };

  return {
    get,
    async list(prefix: string): Promise<string[]> {
      const names: string[] = [];
      for await (const { page } of pages(http, base, { prefix })) {
        const items = (page['items'] ?? []) as { name: string }[];
        names.push(...items.map(({ name }) => name));
      }
      return names;
    },
    /** Uploads a file once: after a lost answer it first looks whether the file has arrived. */
    async put(object: NewObject): Promise<StoredObject> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await upload(object);
        } catch (error) {
          if (!(error instanceof Unreachable) || attempt === UPLOAD_TRIES) throw error;
        }
        await wait(RETRY_DELAY * 2 ** attempt);
        const arrived = await get(object.name);
        if (arrived?.size === object.bytes.length) return arrived;
      }
    },
    async remove(name: string): Promise<void> {
      await http(urlOf(name), { method: 'DELETE', accept: [404] });
    },
    /** The file's bytes; undefined if the file is gone. */
    async download(name: string): Promise<Uint8Array | undefined> {
      const answer = await http(`${urlOf(name)}?alt=media`, { method: 'GET', accept: [404] });
      return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer());
    },
  };
}
