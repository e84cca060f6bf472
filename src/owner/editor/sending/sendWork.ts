/**
 * Sends a work, or the correction of one, in one line: its address is chosen and kept, the files that are not stored yet are
 * uploaded, then the document is written. Until that, nobody sees anything of it. A second try finds what the first has
 * stored: files by their names, a new work by its pictures, whose names no other work has (`KeptWork.salt`), a correction by
 * what the document says then. Pages that follow its part of the gallery hear of it (gallery/data/liveGallery.ts).
 */
import { doc, Timestamp, type Firestore } from 'firebase/firestore/lite';
import { downloadAddress, galleryFolder, workIdFrom } from '../../../domain/workFiles';
import type { BackendConfig } from '../../../firebase/config';
import { fieldsOf } from '../../../firebase/rest/httpCall';
import { parseWork } from '../../../firebase/rest/parseDocuments';
import { failedWrite } from '../../../firebase/sdkAnswers';
import { log } from '../../../lib/log';
import {
  changesOf,
  cleanTitle,
  openedWork,
  type KeptWork,
  type PublishProgress,
  type SendOutcome,
  type StoredWork,
} from '../../../../machines/workEditorContext';
import {
  asTheyStand,
  coverAsItStands,
  describe,
  objectAt,
  straysOf,
  widestOf,
  type Prepared,
} from './describeWork';
import {
  withTimeout,
  Conflict,
  failedOwnerWrite,
  getAt,
  inTransaction,
} from '../../data/firestoreCalls';
import { dayOf, momentOf } from '../../data/siteClock';
import { createUploads, Unstored, type UploadDeps } from './uploadFiles';

/** Works whose titles give the same address get a number; with more of them the owner chooses another title. */
const MAX_NUMBER = 99;

export interface SendDeps extends Pick<UploadDeps, 'authorization'> {
  config: BackendConfig;
  firestore: Firestore;
  /** By the site's clock: a phone's may be wrong. */
  now(): Promise<Date>;
}

export interface Sending {
  work: KeptWork;
  prepared: Prepared;
  /**
   * Keeps the work's address on the phone, before anything is stored under it: a kill in between would publish the work
   * twice. Null: another work has taken it. Rejects, and keeps nothing, where `signal` is aborted.
   */
  keepAddress(workId: string | null): Promise<void>;
  onProgress(progress: PublishProgress): void;
  signal: AbortSignal;
}

/** `lost`: a stored picture has no file any more, by its id in the work. Nothing was written. */
export type SendResult = SendOutcome | { outcome: 'lost'; picture: string };

export type SendWork = ReturnType<typeof createSendWork>;

export function createSendWork({ config, firestore, now, authorization }: SendDeps) {
  const bucket = { origin: config.storageOrigin, bucket: config.storageBucket };
  const addressOf = (name: string) => downloadAddress({ ...bucket, name });
  const gallery: GalleryAccess = { firestore, addressOf };

  /**
   * An id that no stored work has: `elm-street`, `elm-street-2`, … If a work with one of these pictures is stored under such
   * an id, it is that id: an earlier try has published this work. Undefined where the title gives none that is free.
   */
  const address = async ({ work: { title, day, earlierId }, prepared }: Sending) => {
    if (earlierId !== null) {
      const { is } = await standingAt(gallery, earlierId, prepared);
      if (is === 'own' || is === 'removed') return earlierId;
    }
    const base = workIdFrom(cleanTitle(title)) || `work-${day}`;
    for (let number = 1; number <= MAX_NUMBER; number += 1) {
      const id = number === 1 ? base : `${base}-${number}`;
      if ((await standingAt(gallery, id, prepared)).is !== 'taken') return id;
    }
    return undefined;
  };

  const describedAt = async (id: string, { work, prepared }: Sending) => {
    const { stored, day } = work;
    // What was not touched is no change.
    const title = work.title === stored?.title ? work.title : cleanTitle(work.title);
    const wanted = { ...work, title };
    const created = stored ? stored.created : momentOf(day, await now());
    const { files, ...pictures } = describe(wanted, prepared, (file) =>
      addressOf(galleryFolder(id) + file),
    );
    const document: StoredWork = { id, title, day, created, ...pictures };
    return { wanted, document, files };
  };

  const sendUnder = async (id: string, sending: Sending): Promise<SendResult | 'taken'> => {
    const { prepared, signal, work } = sending;
    const { wanted, document, files } = await describedAt(id, sending);
    const uploads = createUploads({ config, authorization, folder: galleryFolder(id), signal });
    const strays = straysOf(work);
    // Nothing named their files for thirty days.
    const names = strays.length > 0 ? await uploads.names() : new Set();
    const lost = strays.find(({ image }) => !names.has(objectAt(image!.url)));
    if (lost) return { outcome: 'lost', picture: lost.id };
    // Written again, an earlier try would take back what was changed since.
    const earlier = work.stored ? undefined : await earlierTry(gallery, document, prepared);
    if (earlier) return earlier;
    await uploads.upload(files, sending.onProgress);
    signal.throwIfAborted();
    return work.stored
      ? correct(firestore, wanted, work.stored, document)
      : create(gallery, document, prepared);
  };

  /** Safe to repeat with the same work. Never rejects. */
  return async (sending: Sending): Promise<SendResult> => {
    try {
      for (let id = sending.work.workId; ;) {
        if (id === null) {
          const chosen = await address(sending);
          if (chosen === undefined) return { outcome: 'titleTaken' };
          id = chosen;
          await sending.keepAddress(id);
          sending.signal.throwIfAborted();
        }
        const result = await sendUnder(id, sending);
        if (result !== 'taken') return result;
        await sending.keepAddress((id = null));
      }
    } catch (error) {
      log('The work was not sent.', error);
      return { outcome: error instanceof Unstored ? error.outcome : failedOwnerWrite(error) };
    }
  };
}

interface GalleryAccess {
  firestore: Firestore;
  addressOf(name: string): string;
}

type Standing =
  { is: 'nothing' } | { is: 'taken' } | { is: 'removed' } | { is: 'own'; found: StoredWork };

/**
 * What stands at this address of a work: nothing, a work with one of these pictures, by their addresses, which may be
 * removed, or another work.
 */
async function standingAt(
  gallery: GalleryAccess,
  id: string,
  prepared: Prepared,
): Promise<Standing> {
  const { firestore, addressOf } = gallery;
  const pictures = [...prepared.values()].map((each) =>
    addressOf(galleryFolder(id) + widestOf(each)),
  );
  const isOwn = ({ before, after }: StoredWork) =>
    [...before, ...after].some(({ url }) => pictures.includes(url));
  const stored = await getAt(firestore, `gallery/${id}`);
  if (stored.exists()) {
    const found = storedWork(id, stored.data(), '');
    return isOwn(found) ? { is: 'own', found } : { is: 'taken' };
  }
  // The id of a removed work is not free while that can be put back.
  const removed = await getAt(firestore, `removed/${id}`);
  if (!removed.exists()) return { is: 'nothing' };
  const work = storedWork(id, fieldsOf(removed.data()['work']), '');
  return { is: isOwn(work) ? 'removed' : 'taken' };
}

/**
 * What stands in the place of a new work, if anything does: an earlier try that has arrived. Where that is another version,
 * because the draft was corrected since or somebody has changed the work, the owner sees both.
 */
async function earlierTry(
  gallery: GalleryAccess,
  wanted: StoredWork,
  prepared: Prepared,
): Promise<SendOutcome | 'taken' | undefined> {
  const there = await standingAt(gallery, wanted.id, prepared);
  if (there.is === 'nothing') return undefined;
  if (there.is === 'taken') return 'taken';
  if (there.is === 'removed') return { outcome: 'removed' };
  const isOtherwise = Object.values(differences(wanted, there.found)).includes(true);
  return isOtherwise ? { outcome: 'conflict', stored: there.found } : { outcome: 'stored' };
}

/** Creates the document. A refused write may be of one that has arrived already. */
async function create(
  gallery: GalleryAccess,
  work: StoredWork,
  prepared: Prepared,
): Promise<SendOutcome | 'taken'> {
  const { firestore } = gallery;
  const { day: _, ...document } = work;
  const at = doc(firestore, 'gallery', work.id);
  const creating = inTransaction(firestore, async (transaction) => {
    // What was found to be missing is written with `exists: false`.
    if ((await transaction.get(at)).exists()) throw new Conflict('There is a work.');
    transaction.set(at, { ...document, created: Timestamp.fromDate(new Date(work.created)) });
  });
  try {
    // Where another call holds the document, this fails, and the editor tries again by itself.
    await withTimeout(creating);
    return { outcome: 'stored' };
  } catch (error) {
    if (!(error instanceof Conflict) && failedWrite(error) !== 'refused') throw error;
    const earlier = await earlierTry(gallery, work, prepared);
    if (!earlier) throw error;
    return earlier;
  }
}

/** A stored work, as the editor has it. `created` stands in where the document has no moment that can be read. */
function storedWork(id: string, data: Record<string, unknown>, created: string): StoredWork {
  const work = parseWork(id, data, created);
  return { ...work, day: dayOf(new Date(work.created)) };
}

/** What of a work is otherwise than in another version of it. */
const differences = (one: StoredWork, other: StoredWork) =>
  changesOf({ ...openedWork(one), stored: other });

/** Writes what was changed of a stored work, as it is described here, if nobody else has changed the same. */
async function correct(
  firestore: Firestore,
  kept: KeptWork,
  opened: StoredWork,
  work: StoredWork,
): Promise<SendOutcome> {
  const changed = changesOf(kept);
  const created = changed.day ? momentOf(kept.day, new Date(opened.created)) : opened.created;
  const wanted: StoredWork = { ...work, created };
  const at = doc(firestore, 'gallery', opened.id);
  let found: StoredWork | undefined;
  const correcting = inTransaction(firestore, async (transaction) => {
    found = undefined;
    const snapshot = await transaction.get(at);
    if (!snapshot.exists()) throw new Conflict('The work is gone.');
    const data = snapshot.data();
    found = storedWork(opened.id, data, opened.created);
    // What differs from the work as it was opened, and from what it is to be: a try whose answer was lost leaves nothing.
    const [theirs, left] = [differences(opened, found), differences(wanted, found)];
    const parts = ['title', 'day', 'pictures'] as const;
    if (parts.some((part) => changed[part] && theirs[part] && left[part])) {
      throw new Conflict('The work was changed.');
    }
    const isCoverKept = work.cover.url === opened.cover.url;
    transaction.update(at, {
      ...(changed.title && { title: work.title }),
      ...(changed.day && { created: Timestamp.fromDate(new Date(created)) }),
      ...(changed.pictures && {
        before: asTheyStand(data, work.before),
        after: asTheyStand(data, work.after),
        // One that is kept is written as well: the SDK makes an int of every whole number, and the rules look for the cover
        // among pictures that were written so.
        cover: isCoverKept ? data['cover'] : coverAsItStands(data, work.cover),
      }),
    });
  });
  try {
    await withTimeout(correcting);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return found ? { outcome: 'conflict', stored: found } : { outcome: 'removed' };
  }
  const stored = {
    ...found!,
    ...(changed.title && { title: work.title }),
    ...(changed.day && { created, day: kept.day }),
    ...(changed.pictures && { before: work.before, after: work.after, cover: work.cover }),
  };
  return { outcome: 'stored', stored };
}
