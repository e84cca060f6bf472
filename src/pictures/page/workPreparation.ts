import { log } from '../../lib/log';
import { within } from '../../lib/promises';
import type { Canvas } from '../drawing';
import { prepareWorkPicture, type WorkPicturePreparation } from '../prepareWorkPicture';
import type { WorkPhoto } from '../worker/workPictureWorker';
import { pageCanvas } from './pageCanvas';

/** Milliseconds for one photo. A worker that the system has killed says nothing. */
const PATIENCE = 60_000;

const openWorker = () =>
  new Worker(new URL('../worker/workPictureWorker.ts', import.meta.url), { type: 'module' });

/**
 * Returns a function that prepares photos, one after the other: a decoded one takes fifty megabytes. A worker does it. The
 * page itself prepares the photos that the worker cannot decode, and all of them once the worker has broken or its canvas
 * lies. It rejects if the page runs out of memory, too.
 */
export function createWorkPreparation(
  open = openWorker,
  canvas: Canvas = pageCanvas,
): (file: Blob, salt: string) => Promise<WorkPicturePreparation> {
  /** The worker that prepares; null once it is of no use. */
  let worker: Worker | undefined | null;
  const end = () => {
    worker?.terminate();
    worker = null;
  };

  /** Prepares a photo in the worker; undefined if the page has to try. */
  const inWorker = async (photo: WorkPhoto): Promise<WorkPicturePreparation | undefined> => {
    if (worker === null) return undefined;
    try {
      const result = await within(PATIENCE, answerTo(photo, (worker ??= open())));
      if (!result || (!result.ok && result.problem === 'undecoded')) return undefined;
      if (result.ok || result.problem !== 'canvas') return result;
    } catch (error) {
      log('The worker that prepares photos has broken.', error);
    }
    end();
    return undefined;
  };

  let last: Promise<unknown> = Promise.resolve();
  return (file, salt) => {
    const prepared = last.then(
      async () => (await inWorker({ file, salt })) ?? prepareWorkPicture(file, canvas, salt),
    );
    last = prepared.catch(() => undefined);
    return prepared;
  };
}

/** Null if preparing has broken, as where the worker has no memory. Rejects if the worker itself has. */
/* oxlint-disable unicorn/prefer-add-event-listener -- one photo at a time: its listeners replace those of the last one */
const answerTo = (photo: WorkPhoto, worker: Worker) =>
  new Promise<WorkPicturePreparation | null>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = worker.onmessageerror = ({ type }: Event) =>
      reject(new Error(`The worker has sent ${type}.`));
    worker.postMessage(photo);
  });
