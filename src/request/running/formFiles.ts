import type { RequestFormEvent } from '../../../machines/requestFormContext';
import type { RequestFormSnapshot } from '../../../machines/requestFormView';
import type { RejectedFile, ChosenImage } from '../../domain/types';
import { isSentUndecoded, judgeFile } from '../../pictures/imageTypes';
import type { RunningForm } from '../port';
import type { OutboxPort, ChosenFile } from '../../outbox/port';
import { createSharedImages } from './takeSharedImages';
import { isSharedId, SHARED_MARK } from '../../contract/sharedImages';
import { newRandomId } from '../../domain/ids';
import { log } from '../../lib/log';

interface FormFilesDeps {
  snapshot(): RequestFormSnapshot;
  send(event: RequestFormEvent): void;
  files: ImageFiles;
  outbox: Pick<OutboxPort, 'bring' | 'leaveOut'>;
}

type FileCommands = Pick<
  RunningForm,
  | 'choose'
  | 'leaveOut'
  | 'refuseDraggedUrl'
  | 'fileOf'
  | 'previewOf'
  | 'canBeSentUnshown'
  | 'refuseUnshown'
>;

/**
 * The files that were chosen for the form or shared to the app: those that are still being read, and those of the
 * form's images.
 */
export function createFormFiles({ snapshot, send, files, outbox }: FormFilesDeps) {
  const refuse = (name: string, reason: RejectedFile['reason']) =>
    send({ type: 'images.chosen', images: [], rejected: [{ name, reason }] });
  const imageOf = (id: string) =>
    snapshot().context.content.images.find((image) => image.id === id);

  const read = createReadFiles({ snapshot, send, files, outbox });
  const sharedImages = createSharedImages(
    (shared, reasonIfEmpty) => read.choose(shared, { reasonIfEmpty }),
    () => refuse('', 'notShared'),
  );

  /** A page that nobody sees may be stopped at any moment. A saved request then goes without what is being read. */
  const goWithoutIfHidden = () => {
    const isHidden = globalThis.document?.visibilityState === 'hidden';
    if (isHidden && snapshot().matches({ files: 'awaited' })) send({ type: 'page.hidden' });
  };
  globalThis.document?.addEventListener('visibilitychange', goWithoutIfHidden);

  const commands: FileCommands = {
    choose: (chosen, place) => void read.choose(chosen, { place }),
    leaveOut: (id) => send({ type: 'file.left', id }),
    refuseDraggedUrl: (name) => refuse(name, 'onlyUrl'),
    fileOf: files.get,
    previewOf: files.preview,
    canBeSentUnshown(id) {
      const image = imageOf(id);
      return image !== undefined && isSentUndecoded(image.type, files.get(id)?.size ?? 0);
    },
    refuseUnshown(id) {
      const image = imageOf(id);
      if (!image) return;
      // Some types can be sent as they are, but not a file of this size.
      const reason = isSentUndecoded(image.type, 0) ? 'tooLarge' : 'noImage';
      send({ type: 'image.removed', id, reason });
    },
  };
  return {
    commands,
    /** The form has changed: files that it could not take before go where they belong. */
    follow() {
      read.bringAll();
      goWithoutIfHidden();
      sharedImages.follow(snapshot().matches({ dialog: 'open', content: 'editing' }));
    },
  };
}

/** Milliseconds for which the files of one choice come into the form together. After that each comes by itself. */
const TOGETHER = 300;

interface ReadFile {
  id: string;
  file: File;
  place?: number | undefined;
  says: Awaited<ReturnType<typeof judgeFile>>;
  settle(isTaken: boolean): void;
}

interface ReadFilesDeps {
  snapshot(): RequestFormSnapshot;
  send(event: RequestFormEvent): void;
  files: ImageFiles;
  outbox: Pick<OutboxPort, 'bring' | 'leaveOut'>;
}

/** `place`: where the first picture of the choice goes. `reasonIfEmpty`: of a share to the app alone. */
export interface ChoiceOptions {
  place?: number | undefined;
  reasonIfEmpty?(file: File): RejectedFile['reason'];
}

/**
 * Reads chosen files, and brings each to where it belongs by then: into the form, to the request that was saved
 * meanwhile and waits for it, or nowhere, if the visitor has left it out. How long that request waits is the machine's
 * affair (machines/requestFormDelivery.ts).
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
    const leaveOut = () => outbox.leaveOut(key, [id]);
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

interface Entry {
  file: Blob;
  /** Whether the file is in the database, with the draft. */
  stored: 'no' | 'storing' | 'yes';
  preview?: string;
}

export type ImageFiles = ReturnType<typeof createImageFiles>;

/** The files of the form's images, by id. The machine knows only the ids. */
export function createImageFiles() {
  const entries = new Map<string, Entry>();
  const release = (id: string, { preview }: Entry) => {
    if (preview !== undefined) URL.revokeObjectURL(preview);
    entries.delete(id);
  };
  const settle = (added: readonly ChosenImage[], stored: 'yes' | 'no') => {
    for (const { id } of added) {
      const entry = entries.get(id);
      if (entry?.stored === 'storing') entry.stored = stored;
    }
  };
  return {
    add(id: string, file: Blob) {
      entries.set(id, { file, stored: 'no' });
    },
    addStored(id: string, file: Blob) {
      entries.set(id, { file, stored: 'yes' });
    },
    get: (id: string) => entries.get(id)?.file,
    /** What to write to the database for a draft with these images. Frees all other files. */
    changesFor(images: readonly ChosenImage[]) {
      const added: ChosenFile[] = [];
      for (const image of images) {
        const entry = entries.get(image.id);
        if (entry?.stored !== 'no') continue;
        entry.stored = 'storing';
        added.push({ ...image, file: entry.file });
      }
      const current = new Set(images.map(({ id }) => id));
      const removed: string[] = [];
      for (const [id, entry] of entries) {
        if (current.has(id)) continue;
        if (entry.stored !== 'no') removed.push(id);
        release(id, entry);
      }
      return { added, removed };
    },
    markStored: (added: readonly ChosenImage[]) => settle(added, 'yes'),
    markUnstored: (added: readonly ChosenImage[]) => settle(added, 'no'),
    withFiles: (images: readonly ChosenImage[]) =>
      images.flatMap((image) => {
        const entry = entries.get(image.id);
        return entry ? [{ ...image, file: entry.file, isStored: entry.stored === 'yes' }] : [];
      }),
    /** The stored files belong to a saved request now, so the form no longer deletes them. */
    forgetStored() {
      for (const entry of entries.values()) entry.stored = 'no';
    },
    /** An object URL that shows the image. */
    preview(id: string) {
      const entry = entries.get(id);
      if (entry) entry.preview ??= URL.createObjectURL(entry.file);
      return entry?.preview;
    },
    clear() {
      for (const [id, entry] of entries) release(id, entry);
    },
  };
}
