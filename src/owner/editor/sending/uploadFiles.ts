/** Uploads a work's files to its folder, by the module that uploads a visitor's pictures (firebase/rest/uploadObject.ts). */
import { PICTURE_CACHE_CONTROL } from '../../../domain/workFiles';
import type { BackendConfig } from '../../../firebase/config';
import { listObjects, type UploadOptions } from '../../../firebase/rest/uploadCalls';
import { createUploadLine, UNKNOWN_LINE } from '../../../firebase/rest/uploadLine';
import { uploadObject, type ObjectState } from '../../../firebase/rest/uploadObject';
import type { PublishProgress } from '../../../../machines/workEditorContext';
import type { FailedOwnerWrite } from '../../ports';
import type { Files } from './describeWork';

export interface UploadDeps {
  config: BackendConfig;
  /** The header of a signed-in owner's calls (`ownerSession.ts`). Rejects when nobody is signed in any more. */
  authorization(): Promise<string>;
  folder: string;
  signal: AbortSignal;
}

/** A call that was not answered as it should be, and what that means to an owner. */
export class Unstored extends Error {
  constructor(readonly outcome: FailedOwnerWrite) {
    super(`Storage has not taken a file: ${outcome}.`);
  }
}

/** By Storage's statuses. All others pass. */
const OUTCOMES: Record<number, FailedOwnerWrite> = {
  // The token is not taken, which says nothing of the account.
  401: 'sessionEnded',
  402: 'exhausted',
  403: 'refused',
};

/** The options of calls one after the other, and why the last of them has failed: by its status. */
function watched(signal: AbortSignal) {
  let status = 0;
  const options: UploadOptions = {
    signal,
    async fetch(url, init) {
      status = 0;
      const answer = await fetch(url, init);
      ({ status } = answer);
      return answer;
    },
  };
  return { options, failure: () => new Unstored(OUTCOMES[status] ?? 'unreachable') };
}

export function createUploads({ config, authorization, folder, signal }: UploadDeps) {
  const names = async (): Promise<ReadonlySet<string>> => {
    const { options, failure } = watched(signal);
    const header = { authorization: await authorization() };
    const listed = await listObjects(config, folder, { ...options, ...header });
    if (listed.type !== 'listed') throw failure();
    return new Set(listed.names);
  };

  /** Uploads what the folder lacks. `onProgress` counts all files, those that were there already included. */
  const upload = async (files: Files, onProgress: (progress: PublishProgress) => void) => {
    if (files.size === 0) return;
    const there = await names();
    const states = new Map<string, ObjectState>();
    for (const [name, { bytes, type }] of files) {
      const isThere = there.has(folder + name);
      states.set(name, { type, size: bytes.byteLength, ...(isThere && { url: '' }) });
    }
    const tell = () => onProgress(progressOf([...states.values()]));
    tell();
    const line = createUploadLine(UNKNOWN_LINE, async () => undefined, Date.now);
    let stopped: unknown;
    const uploadOne = async (name: string) => {
      const { options, failure } = watched(signal);
      const end = await uploadObject({
        config,
        object: folder + name,
        cacheControl: PICTURE_CACHE_CONTROL,
        state: () => states.get(name),
        async change(make, isProgress) {
          states.set(name, make(states.get(name)!));
          if (isProgress) tell();
        },
        bytes: async () => files.get(name)!.bytes,
        async giveWay() {
          signal.throwIfAborted();
          if (stopped) throw stopped;
        },
        authorization,
        line,
        options,
      });
      if (!end) return;
      // What was refused, and is not there, is refused: an owner does not send it three times, as a visitor does. Where the
      // look had no answer, it may be there, and the refusal may be of a copy that the browser has sent.
      const { refusals, presence } = states.get(name)!;
      const isRefused = end.type === 'refused' || (refusals !== undefined && presence === 'absent');
      throw isRefused ? new Unstored('refused') : failure();
    };
    await Promise.allSettled(
      [...files.keys()].map((name) =>
        uploadOne(name).catch((error: unknown) => {
          // The others end before their next calls.
          stopped ??= error;
        }),
      ),
    );
    if (stopped) throw stopped;
  };
  return { names, upload };
}

function progressOf(states: readonly ObjectState[]): PublishProgress {
  const sum = (bytesOf: (state: ObjectState) => number) =>
    states.reduce((bytes, state) => bytes + bytesOf(state), 0);
  return {
    sentBytes: sum(({ url, size, offset = 0 }) => (url === undefined ? offset : size)),
    totalBytes: sum(({ size }) => size),
  };
}
