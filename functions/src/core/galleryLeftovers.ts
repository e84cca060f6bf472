/**
 * Deletes what the gallery has left behind: removed works and reviews that were taken down, once nobody can bring them
 * back, and files that no document names.
 */
import { HOUR_MS, type EpochMs } from './epochTime.js';
import { STOP_AFTER } from './requestPages.js';

const DAY_MS = 24 * HOUR_MS;
/** firestore.rules let an owner undo for seven days. One more day allows for clocks that differ. */
export const UNDO_MS = 8 * DAY_MS;
/** Built pages, link previews and search engines name an old file until the next build. */
export const UNNAMED_MS = 30 * DAY_MS;
/** The most removed works, and the most reviews that were taken down, of one run. */
const MAX_REMOVED = 100;
/** Files of a page; what Storage lists at once. */
export const PAGE_SIZE = 1000;
/** A run looks at ten thousand files at most; the next one goes on from there. */
export const MAX_PAGES = 10;
const WORKS_AT_ONCE = 10;

/** What the owner's page and `gallery:add` store. What somebody has put there by hand stays. */
const FILE_OF_WORK = /^gallery\/([^/]+)\/([0-9a-f]{16}-(?:\d+|thumb)\.(?:avif|webp|jpeg))$/;

/** A file below `gallery/`, as it was listed: one that was changed since is neither marked nor deleted. */
export interface GalleryFile {
  name: string;
  /** When a walk first found it without a name in a document; undefined if it had one. */
  unnamedSince: EpochMs | undefined;
  mark(unnamedSince: EpochMs | undefined): Promise<void>;
  delete(): Promise<void>;
}

export interface RemovalsDeps {
  /** Deletes at most so many reviews that were taken down up to this time. */
  deleteTakenDown(until: EpochMs, most: number): Promise<void>;
  removedWorks(until: EpochMs, most: number): Promise<string[]>;
  isInGallery(work: string): Promise<boolean>;
  /** Deletes everything below `gallery/{work}`: its reviews, its writers' markers, what was taken down. */
  deleteBelowWork(work: string): Promise<void>;
  deleteFolder(folder: string): Promise<void>;
  forgetRemoved(work: string): Promise<void>;
  now(): EpochMs;
}

/**
 * Ends what was removed or taken down eight days ago. Tries each, then rejects with the first error, if there was one.
 */
export async function endRemovals(deps: RemovalsDeps): Promise<void> {
  const start = deps.now();
  const until = start - UNDO_MS;
  const errors: unknown[] = [];
  for (const work of await deps.removedWorks(until, MAX_REMOVED)) {
    if (deps.now() - start >= STOP_AFTER) break;
    try {
      await endRemoval(work, deps);
    } catch (error) {
      errors.push(error);
    }
  }
  await deps.deleteTakenDown(until, MAX_REMOVED);
  if (errors.length > 0) throw errors[0];
}

async function endRemoval(work: string, deps: RemovalsDeps): Promise<void> {
  // Somebody has written it anew in the console: then all of it is the gallery's.
  if (!(await deps.isInGallery(work))) {
    await deps.deleteBelowWork(work);
    await deps.deleteFolder(`gallery/${work}/`);
  }
  // Last, because it keeps the id from a new work, which would show the old reviews.
  await deps.forgetRemoved(work);
}

export interface UnnamedFilesDeps {
  /** A page of the files below `gallery/`, in the order of their names, from this name on. */
  galleryFiles(
    from: string | undefined,
    most: number,
  ): Promise<{ files: GalleryFile[]; isLast: boolean }>;
  /** `gallery/{work}` and `removed/{work}` as JSON: what they name is named. */
  documentsOfWork(work: string): Promise<string>;
  /** The name that the last run has reached; undefined at the beginning of a walk. */
  filesReached(): Promise<string | undefined>;
  setFilesReached(name: string | undefined): Promise<void>;
  now(): EpochMs;
}

/**
 * Walks over the pictures of the gallery, and deletes those that no document has named for thirty days. The mark is the
 * file's own, so it goes with the file. A run that is cut off is continued by the next one, and after the last file the
 * walk begins anew.
 */
export async function deleteUnnamedFiles(deps: UnnamedFilesDeps): Promise<void> {
  const start = deps.now();
  let reached = await deps.filesReached();
  for (let page = 0; page < MAX_PAGES && deps.now() - start < STOP_AFTER; page += 1) {
    const { files, isLast } = await deps.galleryFiles(reached, PAGE_SIZE);
    const errors = await lookAt(files, deps);
    // Also behind a file that cannot be deleted: the next walk comes to it again.
    reached = isLast ? undefined : files.at(-1)?.name;
    await deps.setFilesReached(reached);
    if (errors.length > 0) throw errors[0];
    if (reached === undefined) return;
  }
}

async function lookAt(files: GalleryFile[], deps: UnnamedFilesDeps): Promise<unknown[]> {
  const errors: unknown[] = [];
  const ofWorks = new Map<string, GalleryFile[]>();
  for (const file of files) {
    const [, work] = FILE_OF_WORK.exec(file.name) ?? [];
    if (work !== undefined) ofWorks.set(work, [...(ofWorks.get(work) ?? []), file]);
  }
  const works = [...ofWorks];
  for (let first = 0; first < works.length; first += WORKS_AT_ONCE) {
    const some = works
      .slice(first, first + WORKS_AT_ONCE)
      .map(([work, own]) => lookAtWork(work, own, deps));
    for (const result of await Promise.allSettled(some))
      if (result.status === 'rejected') errors.push(result.reason);
  }
  return errors;
}

async function lookAtWork(work: string, files: GalleryFile[], deps: UnnamedFilesDeps) {
  // Read behind the list of files and right before the deletion: what was published since is named.
  const documents = await deps.documentsOfWork(work);
  for (const file of files) {
    const { name, unnamedSince } = file;
    const isNamed = documents.includes(name.slice(name.lastIndexOf('/') + 1));
    if (isNamed) {
      if (unnamedSince !== undefined) await file.mark(undefined);
    } else if (unnamedSince === undefined) await file.mark(deps.now());
    else if (deps.now() - unnamedSince >= UNNAMED_MS) await file.delete();
  }
}
