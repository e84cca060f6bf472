/**
 * Publishes a work: uploads the files that are not stored yet, then writes the document. Until that is there, nobody sees
 * anything of the work. A second try finds what the first has stored: files by their names, the document by its cover.
 */
import {
  collection,
  doc,
  getDoc,
  setDoc,
  Timestamp,
  type Firestore,
} from 'firebase/firestore/lite';
import type { FirebaseStorage } from 'firebase/storage';
import {
  coverOf,
  type KeptWork,
  type PublishOutcome,
  type WorkPicture,
} from '../../../machines/workEditorTypes';
import type { GalleryWork } from '../../domain/types';
import { workDocument, type DescribedImage, type DescribedWork } from '../../domain/workDocument';
import { downloadAddress, galleryFolder, workIdFrom } from '../../domain/workFiles';
import { failedWrite } from '../../firebase/sdkAnswers';
import { log } from '../../lib/log';
import { within } from '../../lib/promises';
import type { PreparedWorkPicture } from '../../pictures/prepareWorkPicture';
import type { PublishPort } from '../ports';
import { momentOf } from '../works/days';
import { uploadFiles, type Files } from './uploadFiles';

/** How long to wait for an answer of Firestore, in milliseconds. The Lite SDK has no limit of its own. */
const TIMEOUT = 15_000;
/** Works whose titles give the same address get a number; with more of them the owner chooses another title. */
const MAX_NUMBER = 99;

export interface PublishDeps {
  firestore: Firestore;
  storage: FirebaseStorage;
  /** Where visitors get the pictures from. */
  bucket: { origin: string; bucket: string };
  now(): Date;
}

export function createPublisher(deps: PublishDeps): PublishPort {
  const { firestore, now } = deps;
  const gallery = collection(firestore, 'gallery');
  const storedWork = (id: string) => within(TIMEOUT, getDoc(doc(gallery, id)));

  const freeId = async (title: string, day: string): Promise<string> => {
    const base = workIdFrom(title) || `work-${day}`;
    for (let number = 1; number <= MAX_NUMBER; number += 1) {
      const id = number === 1 ? base : `${base}-${number}`;
      if (!(await storedWork(id)).exists()) return id;
    }
    throw new Error('Every address that this title gives is taken.');
  };

  /** What stands at the work's address. */
  const standing = async (work: GalleryWork): Promise<'nothing' | 'published' | 'taken'> => {
    const stored = await storedWork(work.id);
    if (!stored.exists()) return 'nothing';
    return isSame(stored.data(), work) ? 'published' : 'taken';
  };

  /** Writes the document. A refused write may be of one that has arrived already. */
  const write = async (work: GalleryWork): Promise<'published' | 'taken'> => {
    const fields = { ...work, created: Timestamp.fromDate(new Date(work.created)) };
    try {
      await within(TIMEOUT, setDoc(doc(gallery, work.id), fields));
      return 'published';
    } catch (error) {
      if (failedWrite(error) !== 'refused') throw error;
      const there = await standing(work);
      if (there === 'nothing') throw error;
      return there;
    }
  };

  return {
    freeId,
    async publish(kept, prepared, onProgress, signal): Promise<PublishOutcome> {
      try {
        const { described, files } = describe(kept, prepared, now());
        const folder = galleryFolder(described.id);
        const work = workDocument(described, (file) =>
          downloadAddress({ ...deps.bucket, name: folder + file }),
        );
        // An earlier try may have arrived. Written again, it would take back what was changed since.
        const there = await standing(work);
        if (there !== 'nothing') return { outcome: there };
        await uploadFiles(deps.storage, folder, files, onProgress, signal);
        signal.throwIfAborted();
        return { outcome: await write(work) };
      } catch (error) {
        log('The work was not published.', error);
        const outcome = failedWrite(error);
        return { outcome: outcome === 'disabled' ? 'sessionEnded' : outcome };
      }
    },
  };
}

/** Whether a stored document is this work: the same pictures, at the same addresses. */
function isSame(stored: Record<string, unknown>, work: GalleryWork): boolean {
  const { url } = Object(stored['cover']) as { url?: unknown };
  return url === work.cover.url;
}

/** The work's document, described by the names of its files, and these files. */
function describe(
  { title, day, pictures, cover, workId }: KeptWork,
  prepared: ReadonlyMap<string, PreparedWorkPicture>,
  now: Date,
): { described: DescribedWork; files: Files } {
  const files: Files = new Map();
  const describePicture = ({ id }: WorkPicture): DescribedImage => {
    const { hash, width, height, placeholder, type, renderings } = prepared.get(id)!;
    const sources = renderings.map(({ width: each, bytes }) => {
      const file = nameOf(hash, each, type);
      files.set(file, { bytes, type });
      return { file, width: each, type };
    });
    return { file: sources[sources.length - 1]!.file, width, height, placeholder, sources };
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

/** `0123456789abcdef-960.webp`: what the rules take. */
const nameOf = (hash: string, width: number | 'thumb', type: PreparedWorkPicture['type']) =>
  `${hash}-${width}.${type.slice('image/'.length)}`;
