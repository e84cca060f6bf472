/** Uploads the files of a work that is being published (publishWork.ts), each once. */
import { listAll, ref, uploadBytes, type FirebaseStorage } from 'firebase/storage';
import type { PublishProgress } from '../../../machines/workEditorTypes';
import { PICTURE_CACHE_CONTROL } from '../../domain/workFiles';
import { failedWrite } from '../../firebase/sdkAnswers';
import { within } from '../../lib/promises';

/** Milliseconds to wait for a list of files. The SDK tries for a minute (ownerApp.ts); a request that is never answered has no end. */
const LIST_TIMEOUT = 90_000;
/** The same for a file of so many bytes, which may need 10 kB a second. */
const uploadTimeout = (bytes: number) => LIST_TIMEOUT + bytes / 10;
/** How many files are uploaded at a time. */
const WIDTH = 2;

/** A file of the work, by its name in the work's folder. */
export type Files = Map<string, { bytes: ArrayBuffer; type: string }>;

/** Uploads what the folder lacks. `onProgress` gets the bytes of all files, those that were there already included. */
export async function uploadFiles(
  storage: FirebaseStorage,
  folder: string,
  files: Files,
  onProgress: (progress: PublishProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const namesStored = async () => {
    const { items } = await within(LIST_TIMEOUT, listAll(ref(storage, folder)));
    return new Set(items.map(({ name }) => name));
  };
  const stored = await namesStored();
  const totalBytes = [...files.values()].reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  let sentBytes = 0;
  const missing: [string, { bytes: ArrayBuffer; type: string }][] = [];
  for (const [name, file] of files) {
    if (stored.has(name)) sentBytes += file.bytes.byteLength;
    else missing.push([name, file]);
  }
  onProgress({ sentBytes, totalBytes });
  const uploadNext = async (): Promise<void> => {
    for (let next = missing.shift(); next; next = missing.shift()) {
      signal.throwIfAborted();
      const [name, { bytes, type }] = next;
      const settings = { contentType: type, cacheControl: PICTURE_CACHE_CONTROL };
      const uploading = uploadBytes(ref(storage, folder + name), bytes, settings);
      await within(uploadTimeout(bytes.byteLength), uploading).catch(async (error: unknown) => {
        // A stored file cannot be replaced: it has arrived, and its answer was lost.
        if (failedWrite(error) === 'refused' && (await namesStored()).has(name)) return;
        // The other upload ends with its file.
        missing.length = 0;
        throw error;
      });
      sentBytes += bytes.byteLength;
      onProgress({ sentBytes, totalBytes });
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, uploadNext));
}
