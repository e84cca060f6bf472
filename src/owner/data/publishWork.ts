/**
 * Publishes a work, or the correction of one: uploads the files that are not stored yet, then writes the document. Until
 * that is written, nobody sees anything of it. A second try finds what the first has stored: files by their names, a new
 * work by its pictures, whose names no other work has (`KeptWork.salt`), a correction by what the document says then. Open
 * pages hear of the document (gallery/data/liveGallery.ts).
 */
import { collection, doc, Timestamp, type Firestore } from 'firebase/firestore/lite';
import { type FirebaseStorage, listAll, ref, uploadBytes } from 'firebase/storage';
import type { CoverImage, GalleryWork, WorkImage } from '../../domain/types';
import { parseWork } from '../../firebase/rest/parseDocuments';
import { workImage } from '../../domain/workDocument';
import {
  downloadAddress,
  galleryFolder,
  workIdFrom,
  PICTURE_CACHE_CONTROL,
} from '../../domain/workFiles';
import { failedWrite } from '../../firebase/sdkAnswers';
import { log } from '../../lib/log';
import { within } from '../../lib/promises';
import type { PreparedWorkPicture } from '../../pictures/prepareWorkPicture';
import type { PublishedWork, PublishPort } from '../ports';
import { answered, Conflict, failedOwnerWrite, getAt, inTransaction } from './firestoreCalls';
import {
  changesOf,
  coverOf,
  openedWork,
  storedPictures,
  type PublishOutcome,
  type StoredWork,
  type WorkPicture,
  type PublishProgress,
} from '../../../machines/workEditorContext';
import { dayOf, momentOf } from './siteClock';
import { addressOf as parsedAddress, fieldsOf } from '../../firebase/rest/httpCall';

/** Works whose titles give the same address get a number; with more of them the owner chooses another title. */
const MAX_NUMBER = 99;

/** No later try finds an address for this title. */
class TitleTaken extends Error {
  readonly code = 'title-taken';
}

/** What the pictures have become, by their ids. */
type Prepared = ReadonlyMap<string, PreparedWorkPicture>;

export interface PublishDeps {
  firestore: Firestore;
  storage: FirebaseStorage;
  /** Where visitors get the pictures from. */
  bucket: { origin: string; bucket: string };
  /** By the site's clock: a phone's may be wrong. */
  now(): Promise<Date>;
}

export function createPublisher(deps: PublishDeps): PublishPort {
  const { firestore, now } = deps;
  const gallery = collection(firestore, 'gallery');

  const addressOf = (name: string) => downloadAddress({ ...deps.bucket, name });
  const standing = (id: string, prepared: Prepared) =>
    standingAt(
      firestore,
      id,
      [...prepared.values()].map((picture) => addressOf(galleryFolder(id) + widestOf(picture))),
    );

  /**
   * What stands in the place of a new work, if anything does: an earlier try that has arrived. Where that is another
   * version, because the draft was corrected since or somebody has changed the work, the owner sees both.
   */
  const earlierTry = async (
    wanted: StoredWork,
    prepared: Prepared,
  ): Promise<PublishOutcome | undefined> => {
    const there = await standing(wanted.id, prepared);
    if (there.is === 'nothing') return undefined;
    if (there.is === 'taken') return { outcome: 'taken' };
    if (there.is === 'removed') return { outcome: 'conflict' };
    const isOtherwise = Object.values(differences(wanted, there.found)).includes(true);
    return isOtherwise ? { outcome: 'conflict', stored: there.found } : { outcome: 'published' };
  };

  /** Creates the document. A refused write may be of one that has arrived already. */
  const write = async (work: StoredWork, prepared: Prepared): Promise<PublishOutcome> => {
    const { day: _, ...document } = work;
    const at = doc(gallery, work.id);
    const creating = inTransaction(firestore, async (transaction) => {
      // What was found to be missing is written with `exists: false`.
      if ((await transaction.get(at)).exists()) throw new Conflict('There is a work.');
      transaction.set(at, { ...document, created: Timestamp.fromDate(new Date(work.created)) });
    });
    try {
      await answered(creating);
      return { outcome: 'published' };
    } catch (error) {
      if (!(error instanceof Conflict) && failedWrite(error) !== 'refused') throw error;
      const earlier = await earlierTry(work, prepared);
      if (!earlier) throw error;
      return earlier;
    }
  };

  return {
    async chooseId({ title, day, earlierId }, prepared) {
      if (earlierId !== null) {
        const { is } = await standing(earlierId, prepared);
        if (is === 'own' || is === 'removed') return earlierId;
      }
      const base = workIdFrom(title) || `work-${day}`;
      for (let number = 1; number <= MAX_NUMBER; number += 1) {
        const id = number === 1 ? base : `${base}-${number}`;
        if ((await standing(id, prepared)).is !== 'taken') return id;
      }
      throw new TitleTaken('Every address that this title gives is taken.');
    },
    async publish(kept, prepared, onProgress, signal) {
      try {
        const { workId, stored } = kept;
        const folder = galleryFolder(workId);
        const addressOfFile = (file: string) => addressOf(folder + file);
        const created = stored ? stored.created : momentOf(kept.day, await now());
        const { files, ...pictures } = describe(kept, prepared, addressOfFile);
        const { title, day } = kept;
        const work: StoredWork = { id: workId, title, day, created, ...pictures };
        const lost = await lostPicture(deps.storage, folder, kept);
        if (lost) return { outcome: 'lost', picture: lost.id };
        // Written again, an earlier try would take back what was changed since.
        const earlier = stored ? undefined : await earlierTry(work, prepared);
        if (earlier) return earlier;
        await uploadFiles(deps.storage, folder, files, onProgress, signal);
        signal.throwIfAborted();
        return stored ? await correct(firestore, kept, stored, work) : await write(work, prepared);
      } catch (error) {
        log('The work was not published.', error);
        return { outcome: failedOwnerWrite(error) };
      }
    },
  };
}

type Standing =
  { is: 'nothing' } | { is: 'taken' } | { is: 'removed' } | { is: 'own'; found: StoredWork };

/**
 * What stands at this address of a work: nothing, a work with one of these pictures, by their addresses, which may be
 * removed, or another work.
 */
async function standingAt(
  firestore: Firestore,
  id: string,
  pictures: readonly string[],
): Promise<Standing> {
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

/** A stored work, as the editor has it. `created` stands in where the document has no moment that can be read. */
function storedWork(id: string, data: Record<string, unknown>, created: string): StoredWork {
  const work = parseWork(id, data, created);
  return { ...work, day: dayOf(new Date(work.created)) };
}

/** What of a work is otherwise than in another version of it. */
const differences = (one: StoredWork, other: StoredWork) =>
  changesOf({ ...openedWork(one), stored: other });

/**
 * These pictures as the document is to have them. One that it has already stays as it is, to its last field, because the
 * rules check every picture that differs.
 */
function asTheyStand(data: Record<string, unknown>, pictures: readonly WorkImage[]): unknown[] {
  const standing = [data['before'], data['after']].flat() as { url?: unknown }[];
  const byAddress = new Map(
    standing.map((picture) => [parsedAddress(String(picture?.url))?.href, picture]),
  );
  return pictures.map((picture) => byAddress.get(picture.url) ?? picture);
}

/** The same for the card's picture. */
function coverAsItStands(data: Record<string, unknown>, { thumb, ...cover }: CoverImage) {
  const [picture] = asTheyStand(data, [cover]);
  return { ...(picture as object), thumb };
}

/** Writes what was changed of a stored work, as it is described here, if nobody else has changed the same. */
async function correct(
  firestore: Firestore,
  kept: PublishedWork,
  opened: StoredWork,
  work: StoredWork,
): Promise<PublishOutcome> {
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
    await answered(correcting);
  } catch (error) {
    if (error instanceof Conflict) return { outcome: 'conflict', ...(found && { stored: found }) };
    throw error;
  }
  const stored = {
    ...found!,
    ...(changed.title && { title: work.title }),
    ...(changed.day && { created, day: kept.day }),
    ...(changed.pictures && { before: work.before, after: work.after, cover: work.cover }),
  };
  return { outcome: 'published', stored };
}

/** The pictures of the work's document, and the files of those that were chosen. */
function describe(
  kept: PublishedWork,
  prepared: Prepared,
  addressOf: (file: string) => string,
): Pick<GalleryWork, 'before' | 'after' | 'cover'> & { files: Files } {
  const { pictures, cover, stored: opened } = kept;
  const files: Files = new Map();
  // One that somebody has made by hand may have no pictures at all.
  if (opened && !changesOf(kept).pictures) {
    const { before, after, cover: card } = opened;
    return { before, after, cover: card, files };
  }
  const imageOf = ({ id, image: stored }: WorkPicture): WorkImage => {
    if (stored) {
      const { thumb: _, ...image } = stored;
      return image;
    }
    const picture = prepared.get(id)!;
    const { hash, width, height, placeholder, type, renderings } = picture;
    const sources = renderings.map(({ width: each, bytes }) => {
      const file = nameOf(hash, each, type);
      files.set(file, { bytes, type });
      return { file, width: each, type };
    });
    return workImage({ file: widestOf(picture), width, height, placeholder, sources }, addressOf);
  };
  const on = (side: WorkPicture['side']) =>
    pictures.filter((picture) => picture.side === side).map(imageOf);
  const [before, after] = [on('before'), on('after')];
  const card = pictures.find(({ id }) => id === coverOf({ pictures, cover }))!;
  const chosen = prepared.get(card.id);
  const file = chosen && nameOf(chosen.hash, 'thumb', chosen.type);
  if (file) files.set(file, { bytes: chosen.thumb!, type: chosen.type });
  const thumb = file ? addressOf(file) : thumbOf(card.image!);
  return { before, after, cover: { ...imageOf(card), thumb }, files };
}

/** As the rules take it: hand-made works have others. */
const THUMB = /%2F[0-9a-f]{16}-thumb\.(?:webp|jpeg)\?alt=media$/;

/**
 * The card's file for a stored picture: the one that was made when it was on the card before, or else its own address. A
 * page cannot make the file: a bucket need not let it read the bytes (docs/deploy.md).
 */
const thumbOf = ({ url, thumb = '' }: NonNullable<WorkPicture['image']>): string =>
  THUMB.test(thumb) ? thumb : url;

/** The file of a picture's widest rendering, at which the document names the picture. */
const widestOf = ({ hash, type, renderings }: PreparedWorkPicture) =>
  nameOf(hash, renderings[renderings.length - 1]!.width, type);

/** `0123456789abcdef-960.webp`: what the rules take. */
const nameOf = (hash: string, width: number | 'thumb', type: PreparedWorkPicture['type']) =>
  `${hash}-${width}.${type.slice('image/'.length)}`;

/**
 * Milliseconds to wait for a list of files. The SDK repeats it for a minute (editorCode.ts), but sets no limit to a single
 * request that is never answered.
 */
const LIST_TIMEOUT = 90_000;
/** The same for a file of so many bytes, which may need 10 kB a second. */
const uploadTimeout = (bytes: number) => LIST_TIMEOUT + bytes / 10;
/** How many files are uploaded at a time. */
const WIDTH = 2;

/** A file of the work, by its name in the work's folder. */
type Files = Map<string, { bytes: ArrayBuffer; type: string }>;

/** The names of the files in a folder. */
async function namesIn(storage: FirebaseStorage, folder: string): Promise<Set<string>> {
  const { items } = await within(LIST_TIMEOUT, listAll(ref(storage, folder)));
  return new Set(items.map(({ name }) => name));
}

/**
 * A picture of a correction that the work did not have when it was opened, and whose file has gone: nothing named it for
 * thirty days. Undefined without one.
 */
async function lostPicture(
  storage: FirebaseStorage,
  folder: string,
  { pictures, stored }: PublishedWork,
): Promise<WorkPicture | undefined> {
  const standing = new Set(stored && storedPictures(stored).map(({ id }) => id));
  const strays = pictures.filter(({ id, image }) => image && !standing.has(id));
  if (strays.length === 0) return undefined;
  const names = await namesIn(storage, folder);
  const fileOf = (url: string) => decodeURIComponent(new URL(url).pathname).split('/').pop()!;
  return strays.find(({ image }) => !names.has(fileOf(image!.url)));
}

/** Uploads what the folder lacks. `onProgress` counts all files, those that were there already included. */
async function uploadFiles(
  storage: FirebaseStorage,
  folder: string,
  files: Files,
  onProgress: (progress: PublishProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  if (files.size === 0) return;
  const stored = await namesIn(storage, folder);
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
        if (failedWrite(error) === 'refused' && (await namesIn(storage, folder)).has(name)) return;
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
