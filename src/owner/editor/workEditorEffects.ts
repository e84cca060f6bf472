/** The effects of the work editor: reading the work, preparing pictures, keeping it on the phone, sending it. */
import { fromCallback, fromPromise } from 'xstate';
import { workEditor } from '../../../machines/workEditor';
import { log } from '../../lib/log';
import { network } from '../../lib/network';
import type {
  PreparedWorkPicture,
  WorkPicturePreparation,
} from '../../pictures/prepareWorkPicture';
import type { SendWork } from './sending/sendWork';
import type { KeptWorkStore } from './kept/keptWork';
import type { OwnerDocuments } from '../data/documents';
import type { Ports } from '../ports';
import {
  isBlankWork,
  keptOf,
  openedWork,
  type EditorEvent,
  type KeptWork,
  type PrepareEvent,
} from '../../../machines/workEditorContext';
import { dayOf } from '../data/siteClock';

export interface EditorPorts extends Pick<Ports, 'onRefusal'> {
  documents: { works: Pick<OwnerDocuments['works'], 'read'> };
  kept: KeptWorkStore;
  sendWork: SendWork;
  /** Prepares a chosen file of the work that has this salt (`createWorkPreparation`). Rejects if the phone runs out of memory. */
  prepare(file: Blob, salt: string): Promise<WorkPicturePreparation>;
}

export function editorWithEffects({ documents, kept, sendWork, prepare, onRefusal }: EditorPorts) {
  /** Ids of the work's pictures. One may be removed while its bytes are on their way to the phone's storage. */
  let inWork = new Set<string>();
  return workEditor.provide({
    actors: {
      loadWork: fromPromise<KeptWork | null, string | null>(async ({ input: id }) => {
        const begun = await kept.load();
        // What was changed and changed back stands in nobody's way, and is of a day, or a version, that has gone by.
        if (begun && !isBlankWork(begun)) return begun;
        // No id has a slash: somebody has changed the address.
        if (id === null || id.includes('/')) return null;
        const work = await documents.works.read(id);
        return work ? openedWork({ ...work, day: dayOf(new Date(work.created)) }) : null;
      }),
      preparePictures: fromCallback<PrepareEvent>(({ receive, sendBack }) => {
        const begun = new Set<string>();
        // One after the other: a decoded photo takes fifty megabytes.
        let lastPrepared = Promise.resolve();
        let isStopped = false;
        receive(({ ids, salt }) => {
          for (const id of ids.filter((each) => !begun.has(each))) {
            begun.add(id);
            inWork.add(id);
            lastPrepared = lastPrepared.then(async () => {
              // All files before the first is prepared: the tab may be killed while it prepares.
              await kept.settled();
              const isWanted = () => !isStopped && inWork.has(id);
              const salted = (file: Blob) => prepare(file, salt);
              const event = await prepareKept(id, { kept, prepare: salted }, isWanted);
              if (event && !isStopped) sendBack(event);
            });
          }
        });
        return () => {
          isStopped = true;
        };
      }),
      sendWork: fromCallback<EditorEvent, KeptWork>(({ input, sendBack }) => {
        const stop = new AbortController();
        const tell = (event: EditorEvent) => {
          if (!stop.signal.aborted) sendBack(event);
        };
        readAndSend(input, { kept, sendWork }, tell, stop.signal).catch((error: unknown) => {
          log('Sending has failed.', error);
          // Something may have been sent.
          tell({ type: 'sending.ended', result: { outcome: 'unreachable' } });
        });
        return () => stop.abort();
      }),
      clearWork: fromPromise<void>(() => {
        inWork.clear();
        return kept.clear();
      }),
      watchNetwork: fromCallback<EditorEvent>(({ sendBack }) =>
        network.follow((isBack) => isBack && sendBack({ type: 'network.back' })),
      ),
    },
    actions: {
      saveWork: ({ context }) => {
        inWork = new Set(context.pictures.map(({ id }) => id));
        void kept.save(keptOf(context));
      },
      removeFiles: ({ event }) => {
        if (event.type === 'picture.removed') void kept.removePicture(event.id);
      },
      tellRefusal: ({ event }) => {
        const outcome = event.type === 'sending.ended' && event.result.outcome;
        if (outcome === 'sessionEnded' || outcome === 'refused') onRefusal(outcome);
      },
      logFailure: ({ event }) =>
        log('The work editor has failed.', 'error' in event && event.error),
    },
  });
}

/** Prepares a picture's file, and keeps what it has become while that is wanted. Never rejects. */
async function prepareKept(
  id: string,
  { kept, prepare }: { kept: KeptWorkStore; prepare(file: Blob): Promise<WorkPicturePreparation> },
  isWanted: () => boolean,
): Promise<EditorEvent | undefined> {
  if (!isWanted()) return undefined;
  try {
    // The tab was killed before the work said so.
    const known = await kept.prepared(id);
    if (known) return preparedEvent(id, known);
    const file = await kept.file(id);
    if (!file) return { type: 'picture.failed', id, problem: 'lost' };
    const result = await prepare(file);
    if (!result.ok) return { type: 'picture.failed', id, problem: result.problem };
    if (!isWanted()) return undefined;
    await kept.keepPrepared(id, result.picture);
    return preparedEvent(id, result.picture);
  } catch (error) {
    log('A picture could not be prepared.', error);
    return { type: 'picture.failed', id, problem: 'failed' };
  }
}

const preparedEvent = (id: string, { thumb }: PreparedWorkPicture): EditorEvent => ({
  type: 'picture.prepared',
  id,
  isTooSmallForCard: thumb === null,
});

async function readAndSend(
  work: KeptWork,
  { kept, sendWork }: Pick<EditorPorts, 'kept' | 'sendWork'>,
  tell: (event: EditorEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  // A tab that is killed from now on has kept the press.
  await kept.save(work);
  const prepared = new Map<string, PreparedWorkPicture>();
  for (const { id } of work.pictures.filter(({ state }) => state !== 'stored')) {
    const picture = await kept.prepared(id);
    if (!picture) return tell({ type: 'picture.failed', id, problem: 'lost' });
    prepared.set(id, picture);
  }
  if (signal.aborted) return;
  const result = await sendWork({
    work,
    prepared,
    async keepAddress(workId) {
      // The session may have ended meanwhile, and what the phone kept with it.
      signal.throwIfAborted();
      tell({ type: 'address.chosen', workId });
      await kept.save({ ...work, workId });
    },
    onProgress: (progress) => tell({ type: 'progress.made', progress }),
    signal,
  });
  if (result.outcome === 'lost')
    return tell({ type: 'picture.failed', id: result.picture, problem: 'lost' });
  tell({ type: 'sending.ended', result });
}
