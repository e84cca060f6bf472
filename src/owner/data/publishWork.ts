/**
 * Publishes a work: uploads the files that are not stored yet, then writes the document. Until that is there, nobody sees
 * anything of the work. A second try finds what the first has stored: files by their names, the document by its pictures,
 * whose names no other work has (`KeptWork.salt`). Open galleries hear of the document (gallery/data/liveGallery.ts).
 */
import { collection, doc, getDoc, Timestamp, type Firestore } from 'firebase/firestore/lite';
import { type FirebaseStorage, listAll, ref, uploadBytes } from 'firebase/storage';
import type { GalleryWork } from '../../domain/types';
import { parseWork } from '../../firebase/rest/parseDocuments';
import { workDocument, type DescribedImage, type DescribedWork } from '../../domain/workDocument';
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
import type { PublishPort } from '../ports';
import { failedOwnerWrite } from '../writeProblems';
import { Conflict, inTransaction } from './transaction';
import {
  coverOf,
  type KeptWork,
  type PublishOutcome,
  type WorkPicture,
  type PublishProgress,
} from '../../../machines/workEditorContext';
import { momentOf } from './siteClock';

/** How long to wait for an answer of Firestore, in milliseconds. The Lite SDK has no limit of its own. */
const TIMEOUT = 15_000;
/** Works whose titles give the same address get a number; with more of them the owner chooses another title. */
const MAX_NUMBER = 99;

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
  const storedWork = (id: string) => within(TIMEOUT, getDoc(doc(gallery, id)));

  /** What stands at this address: nothing, a work with one of these pictures, or another work. */
  const standing = async (
    id: string,
    prepared: Prepared,
  ): Promise<'nothing' | 'published' | 'taken'> => {
    const stored = await storedWork(id);
    if (!stored.exists()) return 'nothing';
    const { before, after } = parseWork(id, stored.data());
    const own = new Set(
      [...prepared.values()].map((picture) => addressOf(galleryFolder(id) + widestOf(picture))),
    );
    return [...before, ...after].some(({ url }) => own.has(url)) ? 'published' : 'taken';
  };
  const addressOf = (name: string) => downloadAddress({ ...deps.bucket, name });

  /** Creates the document. A refused write may be of one that has arrived already. */
  const write = async (work: GalleryWork, prepared: Prepared): Promise<'published' | 'taken'> => {
    const at = doc(gallery, work.id);
    const creating = inTransaction(firestore, async (transaction) => {
      // What was found to be missing is written with `exists: false`.
      if ((await transaction.get(at)).exists()) throw new Conflict('There is a work.');
      transaction.set(at, { ...work, created: Timestamp.fromDate(new Date(work.created)) });
    });
    try {
      await within(TIMEOUT, creating);
      return 'published';
    } catch (error) {
      if (!(error instanceof Conflict) && failedWrite(error) !== 'refused') throw error;
      const there = await standing(work.id, prepared);
      if (there === 'nothing') throw error;
      return there;
    }
  };

  return {
    async chooseId({ title, day }, prepared) {
      const base = workIdFrom(title) || `work-${day}`;
      for (let number = 1; number <= MAX_NUMBER; number += 1) {
        const id = number === 1 ? base : `${base}-${number}`;
        if ((await standing(id, prepared)) !== 'taken') return id;
      }
      throw new Error('Every address that this title gives is taken.');
    },
    async publish(kept, prepared, onProgress, signal): Promise<PublishOutcome> {
      try {
        const { described, files } = describe(kept, prepared, await now());
        const folder = galleryFolder(described.id);
        const work = workDocument(described, (file) => addressOf(folder + file));
        // An earlier try may have arrived. Written again, it would take back what was changed since.
        const there = await standing(work.id, prepared);
        if (there !== 'nothing') return { outcome: there };
        await uploadFiles(deps.storage, folder, files, onProgress, signal);
        signal.throwIfAborted();
        return { outcome: await write(work, prepared) };
      } catch (error) {
        log('The work was not published.', error);
        return { outcome: failedOwnerWrite(error) };
      }
    },
  };
}

/** The work's document, described by the names of its files, and these files. */
function describe(
  { title, day, pictures, cover, workId }: KeptWork,
  prepared: Prepared,
  now: Date,
): { described: DescribedWork; files: Files } {
  const files: Files = new Map();
  const describePicture = ({ id }: WorkPicture): DescribedImage => {
    const picture = prepared.get(id)!;
    const { hash, width, height, placeholder, type, renderings } = picture;
    const sources = renderings.map(({ width: each, bytes }) => {
      const file = nameOf(hash, each, type);
      files.set(file, { bytes, type });
      return { file, width: each, type };
    });
    return { file: widestOf(picture), width, height, placeholder, sources };
  };
  const on = (side: WorkPicture['side']) =>
    pictures.filter((picture) => picture.side === side).map(describePicture);
  const [before, after] = [on('before'), on('after')];
  const card = pictures.find(({ id }) => id === coverOf({ pictures, cover }))!;
  const { hash, type, thumb } = prepared.get(card.id)!;
  const file = nameOf(hash, 'thumb', type);
  files.set(file, { bytes: thumb!, type });
  return {
    described: {
      id: workId!,
      title,
      created: momentOf(day, now),
      cover: { ...describePicture(card), thumb: file },
      before,
      after,
    },
    files,
  };
}

/** The file of a picture's widest rendering, at which the document names the picture. */
const widestOf = ({ hash, type, renderings }: PreparedWorkPicture) =>
  nameOf(hash, renderings[renderings.length - 1]!.width, type);

/** `0123456789abcdef-960.webp`: what the rules take. */
const nameOf = (hash: string, width: number | 'thumb', type: PreparedWorkPicture['type']) =>
  `${hash}-${width}.${type.slice('image/'.length)}`;

/** Milliseconds to wait for a list of files. The SDK tries for a minute (ownerApp.ts); a request that is never answered has no end. */
const LIST_TIMEOUT = 90_000;
/** The same for a file of so many bytes, which may need 10 kB a second. */
const uploadTimeout = (bytes: number) => LIST_TIMEOUT + bytes / 10;
/** How many files are uploaded at a time. */
const WIDTH = 2;

/** A file of the work, by its name in the work's folder. */
type Files = Map<string, { bytes: ArrayBuffer; type: string }>;

/** Uploads what the folder lacks, each file once. `onProgress` gets the bytes of all files, those that were there already included. */
async function uploadFiles(
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
