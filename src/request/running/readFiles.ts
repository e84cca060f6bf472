import type { RequestFormSnapshot } from '../../../machines/requestFormView';
import type { RequestFormEvent } from '../../../machines/requestFormTypes';
import { isSharedId, SHARED_MARK } from '../../contract/sharedImages';
import { newRandomId } from '../../domain/ids';
import type { RejectedFile } from '../../domain/types';
import { log } from '../../lib/log';
import { judgeFile } from '../../pictures/judgeFile';
import type { OutboxPort } from '../../ports/outbox';
import type { ImageFiles } from './imageFiles';

/** Milliseconds for which the files of one choice come into the form together. After that each comes by itself. */
const TOGETHER = 300;

/** A chosen file that was read. */
interface ReadFile {
  id: string;
  file: File;
  place?: number | undefined;
  says: Awaited<ReturnType<typeof judgeFile>>;
  /** Says whether the form or the outbox has it now. */
  settle(isTaken: boolean): void;
}

interface ReadFilesDeps {
  snapshot(): RequestFormSnapshot;
  send(event: RequestFormEvent): void;
  files: ImageFiles;
  outbox: Pick<OutboxPort, 'bring' | 'awaitFiles'>;
}

/** Options of a choice. `place`: where its first picture goes. `reasonIfEmpty`: of a share to the app alone. */
export interface ChoiceOptions {
  place?: number | undefined;
  reasonIfEmpty?(file: File): RejectedFile['reason'];
}

/**
 * Reads chosen files, and brings each to where it belongs by then: into the form, to the request that was saved
 * meanwhile and waits for it, or nowhere, if the visitor has left it out. How long that request waits is the machine's
 * affair (machines/requestFormAwaited.ts).
 */
export function createReadFiles({ snapshot, send, files, outbox }: ReadFilesDeps) {
  /** What was read and is not settled: the form may be busy with something else. */
  let read: ReadFile[] = [];

  const take = (taken: ReadFile[]) => {
    read = read.filter((file) => !taken.includes(file));
  };

  const addToForm = (taken: ReadFile[]) => {
    take(taken);
    const images = taken.flatMap(({ id, file, says }) => {
      if (!('type' in says)) return [];
      files.add(id, file);
      return { id, name: file.name, type: says.type };
    });
    const rejected = taken.flatMap(({ id, file, says }): RejectedFile[] =>
      'reason' in says ? [{ name: file.name, reason: says.reason, isShared: isSharedId(id) }] : [],
    );
    const [{ place } = {}] = taken;
    const ids = taken.map(({ id }) => id);
    send({
      type: 'images.chosen',
      images,
      rejected,
      read: ids,
      ...(place !== undefined && { place }),
    });
    for (const { settle } of taken) settle(true);
  };

  const bring = async (key: string, { id, file, says, settle }: ReadFile) => {
    const leaveOut = () => outbox.awaitFiles(key, [id], 0);
    try {
      if ('type' in says) await outbox.bring(key, { id, name: file.name, type: says.type, file });
      else await leaveOut();
    } catch (error) {
      log('An awaited file could not be saved.', error);
      await leaveOut().catch((failure: unknown) => log('It is left out later.', failure));
    }
    send({ type: 'file.brought', id });
    settle(true);
  };

  /** Brings what was read to where it belongs, if that can take it now. */
  const bringAll = () => {
    if (read.length === 0) return;
    const { choice, followed } = snapshot().context;
    // In the order in which they were chosen.
    const of = (list: { id: string }[]) =>
      list.flatMap(({ id }) => read.find((file) => file.id === id) ?? []);
    const [forForm, forOutbox] = [of(choice.reading), of(followed.awaited)];
    const left = read.filter((file) => !forForm.includes(file) && !forOutbox.includes(file));
    take([...left, ...forOutbox]);
    for (const { settle } of left) settle(false);
    for (const file of forOutbox) void bring(followed.key, file);
    const canAdd = snapshot().can({ type: 'images.chosen', images: [], rejected: [] });
    if (forForm.length > 0 && canAdd) addToForm(forForm);
  };

  return {
    bringAll,
    /** Reads chosen files. Resolves to whether one of them was taken, once each is where it belongs. */
    async choose(chosen: readonly File[], { place, reasonIfEmpty }: ChoiceOptions = {}) {
      const mark = reasonIfEmpty ? SHARED_MARK : '';
      const named = chosen.map((file) => ({ id: mark + newRandomId(), file }));
      send({ type: 'files.chosen', files: named.map(({ id, file: { name } }) => ({ id, name })) });
      let isTogether = true;
      const settled: Promise<boolean>[] = [];
      const reading = named.map(async ({ id, file }) => {
        const says = await judgeFile(file, reasonIfEmpty?.(file));
        settled.push(new Promise((settle) => read.push({ id, file, place, says, settle })));
        if (!isTogether) bringAll();
      });
      const timer = setTimeout(() => {
        isTogether = false;
        bringAll();
      }, TOGETHER);
      await Promise.all(reading);
      clearTimeout(timer);
      bringAll();
      return (await Promise.all(settled)).some(Boolean);
    },
  };
}
