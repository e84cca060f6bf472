/** What the daily function (functions/) deletes of the gallery, and that it deletes nothing that has a name. */
import { expect, test } from 'vitest';
import {
  deleteUnnamedFiles,
  endRemovals,
  MAX_PAGES,
  PAGE_SIZE,
  UNDO_MS,
  UNNAMED_MS,
  type GalleryFile,
  type RemovalsDeps,
  type UnnamedFilesDeps,
} from '../../functions/src/core/galleryLeftovers';

const DAY = 86_400_000;
/** The run was killed. */
const KILLED = new Error('killed');

const fileOf = (work: string, number: number, end = '960.webp') =>
  `gallery/${work}/${number.toString(16).padStart(16, '0')}-${end}`;

/** A database, a bucket and a clock. `killAt`: the run ends at that call, before it takes effect or behind it. */
function world() {
  const documents = new Map<string, { names?: string[]; at?: number }>();
  /** When each file was marked. */
  const files = new Map<string, number | undefined>();
  const state = { now: 0, calls: 0, lists: 0, killAt: Infinity, isBehind: false };
  let reached: string | undefined;
  let onList = () => {};

  const call = async <T>(effect: () => T): Promise<T> => {
    state.calls += 1;
    if (state.calls > state.killAt) throw KILLED;
    const isLast = state.calls === state.killAt;
    if (isLast && !state.isBehind) throw KILLED;
    const result = effect();
    if (isLast) throw KILLED;
    return result;
  };
  const below = (prefix: string) => [...documents.keys()].filter((path) => path.startsWith(prefix));
  const endedBy = (part: string, until: number, most: number) =>
    below('')
      .filter((path) => path.includes(part) && documents.get(path)!.at! <= until)
      .slice(0, most);
  /** What the library does by several calls. */
  const each = async (paths: string[], effect: (path: string) => void) => {
    for (const path of paths) await call(() => effect(path));
  };
  const toFile = (name: string): GalleryFile => ({
    name,
    unnamedSince: files.get(name),
    mark: (since) => call(() => void files.set(name, since)),
    delete: () => call(() => void files.delete(name)),
  });
  const deps: RemovalsDeps & UnnamedFilesDeps = {
    deleteTakenDown: (until, most) =>
      call(() => endedBy('/takenDown/', until, most).forEach((path) => documents.delete(path))),
    removedWorks: (until, most) =>
      call(() => endedBy('removed/', until, most).map((path) => path.slice('removed/'.length))),
    isInGallery: (work) => call(() => documents.has(`gallery/${work}`)),
    deleteBelowWork: (work) => each(below(`gallery/${work}/`), (path) => documents.delete(path)),
    deleteFolder: (folder) =>
      each(
        [...files.keys()].filter((name) => name.startsWith(folder)),
        (name) => files.delete(name),
      ),
    forgetRemoved: (work) => call(() => void documents.delete(`removed/${work}`)),
    galleryFiles: (from = '', most) =>
      call(() => {
        state.lists += 1;
        const all = [...files.keys()].filter((name) => name >= from).toSorted();
        const page = { files: all.slice(0, most).map(toFile), isLast: all.length <= most };
        onList();
        return page;
      }),
    documentsOfWork: (work) =>
      call(() =>
        JSON.stringify([`gallery/${work}`, `removed/${work}`].map((path) => documents.get(path))),
      ),
    filesReached: () => call(() => reached),
    setFilesReached: (name) => call(() => void (reached = name)),
    now: () => state.now,
  };
  return {
    documents,
    files,
    state,
    deps,
    /** What somebody else does behind each list of files. */
    meanwhile: (effect: () => void) => void (onList = effect),
    /** The daily function at this time; `false` if it was killed. */
    async day(now: number): Promise<boolean> {
      Object.assign(state, { now, calls: 0, lists: 0 });
      for (const job of [endRemovals, deleteUnnamedFiles]) {
        try {
          await job(deps);
        } catch (error) {
          if (error !== KILLED) throw error;
          return false;
        }
      }
      return true;
    },
  };
}

/** A work that stands with its reviews, one that was removed at the time 0, and a review that was taken down then. */
function removedWork() {
  const made = world();
  const { documents, files } = made;
  for (const work of ['elm', 'oak']) {
    documents.set(`gallery/${work}/reviews/r`, {});
    documents.set(`gallery/${work}/reviewers/1`, {});
    documents.set(`gallery/${work}/reviewers/2`, {});
    documents.set(`gallery/${work}/takenDown/t`, { at: 0 });
    for (const number of [1, 2]) files.set(fileOf(work, number), undefined);
  }
  documents.set('gallery/elm', { names: [fileOf('elm', 1), fileOf('elm', 2)] });
  documents.set('removed/oak', { names: [fileOf('oak', 1), fileOf('oak', 2)], at: 0 });
  documents.set('removed/ash', { at: 1 });
  documents.set('gallery/elm/takenDown/young', { at: 1 });
  const before = { documents: new Set(documents.keys()), files: new Set(files.keys()) };
  const after = {
    documents: new Set([
      'gallery/elm/reviews/r',
      'gallery/elm/reviewers/1',
      'gallery/elm/reviewers/2',
      'gallery/elm',
      'removed/ash',
      'gallery/elm/takenDown/young',
    ]),
    files: new Set([fileOf('elm', 1), fileOf('elm', 2)]),
  };
  const now = () => ({ documents: new Set(documents.keys()), files: new Set(files.keys()) });
  return { ...made, before, after, now };
}

test('a day after the week of its undo a removed work goes, and a review that was taken down; its marker stays', async () => {
  const { day, before, after, now } = removedWork();
  await day(UNDO_MS - 1);
  expect(now()).toEqual(before);
  await day(UNDO_MS);
  expect(now()).toEqual(after);
});

test.each(['before', 'behind'])(
  'a run that is killed %s any of its calls leaves the id taken until all is gone, and the next day ends it',
  async (place) => {
    for (let killAt = 1; ; killAt += 1) {
      const { state, day, documents, files, after, now } = removedWork();
      Object.assign(state, { killAt, isBehind: place === 'behind' });
      const isWhole = await day(UNDO_MS);
      const isLeft = [...documents.keys(), ...files.keys()].some((path) =>
        path.startsWith('gallery/oak/'),
      );
      if (isLeft) expect(documents.has('removed/oak'), `call ${killAt}`).toBe(true);
      state.killAt = Infinity;
      await day(UNDO_MS + DAY);
      expect(now().files).toEqual(after.files);
      expect(documents.has('removed/oak')).toBe(false);
      if (isWhole) return expect(killAt).toBeGreaterThan(12);
    }
  },
);

test('a work that was written anew in the console keeps its reviews and its files', async () => {
  const { documents, day, files } = removedWork();
  documents.set('gallery/oak', documents.get('removed/oak')!);
  await day(UNDO_MS);
  expect(documents.has('removed/oak')).toBe(false);
  expect(documents.has('gallery/oak/reviews/r')).toBe(true);
  expect([...files.keys()].filter((name) => name.includes('/oak/'))).toHaveLength(2);
});

test('one that cannot be ended keeps no other one, and is tried again', async () => {
  const { documents, deps, day, after, now } = removedWork();
  const { deleteFolder } = deps;
  documents.set('removed/ash', { at: 0 });
  after.documents.delete('removed/ash');
  deps.deleteFolder = (folder) =>
    folder === 'gallery/oak/' ? Promise.reject(new Error('503')) : deleteFolder(folder);
  await expect(day(UNDO_MS)).rejects.toThrow('503');
  expect(['oak', 'ash'].map((work) => documents.has(`removed/${work}`))).toEqual([true, false]);
  deps.deleteFolder = deleteFolder;
  await day(UNDO_MS);
  expect(now()).toEqual(after);
});

test('a file is deleted thirty days after it was first seen without a name; what a work or a removed work names is not', async () => {
  const { documents, files, day } = world();
  const [named, removed, left, young] = [1, 2, 3, 4].map((number) => fileOf('elm', number));
  const kept = ['gallery/elm/plan.pdf', 'gallery/readme.txt', 'gallery/elm/old/x.webp'];
  for (const name of [named!, removed!, left!, ...kept]) files.set(name, undefined);
  documents.set('gallery/elm', { names: [named!] });
  documents.set('removed/elm', { names: [removed!], at: 90 * DAY });
  await day(DAY);
  files.set(young!, undefined);
  await day(2 * DAY);
  await day(DAY + UNNAMED_MS - 1);
  expect(files.has(left!)).toBe(true);
  await day(DAY + UNNAMED_MS);
  expect(Object.fromEntries(files)).toEqual({
    [named!]: undefined,
    [removed!]: undefined,
    [young!]: 2 * DAY,
    ...Object.fromEntries(kept.map((name) => [name, undefined])),
  });
});

test('a correction under way that gets its name on the last day begins anew when it loses it', async () => {
  const { documents, files, day } = world();
  const file = fileOf('elm', 1);
  files.set(file, undefined);
  documents.set('gallery/elm', { names: [] });
  await day(0);
  documents.set('gallery/elm', { names: [file] });
  await day(UNNAMED_MS);
  expect([...files]).toEqual([[file, undefined]]);
  documents.set('gallery/elm', { names: [] });
  await day(UNNAMED_MS + DAY);
  expect([...files]).toEqual([[file, UNNAMED_MS + DAY]]);
});

test('what is published between the list and the deletion is named', async () => {
  const { documents, files, day, meanwhile } = world();
  const file = fileOf('elm', 1);
  files.set(file, undefined);
  await day(0);
  meanwhile(() => documents.set('gallery/elm', { names: [file] }));
  await day(UNNAMED_MS);
  expect([...files]).toEqual([[file, undefined]]);
});

/** Works of a hundred files, of which the last ten have no name. */
function largeBucket(count: number) {
  const made = world();
  for (let work = 0; work < count / 100; work += 1) {
    const names = Array.from({ length: 100 }, (_, number) => fileOf(`work-${work}`, number));
    for (const name of names) made.files.set(name, undefined);
    made.documents.set(`gallery/work-${work}`, { names: names.slice(0, 90) });
  }
  const named = [...made.documents.values()].flatMap(({ names }) => names!);
  return { ...made, named };
}

test('10,000 files are walked in pages, over as many days as it takes, from the place that is kept', async () => {
  const count = (MAX_PAGES + 2) * PAGE_SIZE;
  const { files, day, named, state, deps } = largeBucket(count);
  const marked = () => [...files.values()].filter((since) => since !== undefined).length;
  await day(0);
  expect(state.lists).toBe(MAX_PAGES);
  expect(marked()).toBeLessThan(count / 10);
  await day(DAY);
  expect([state.lists, marked()]).toEqual([3, count / 10]);
  // The time is up behind the first page.
  const { galleryFiles } = deps;
  deps.galleryFiles = (...question) => {
    state.now += 100_000;
    return galleryFiles(...question);
  };
  await day(2 * DAY);
  expect(state.lists).toBe(1);
  deps.galleryFiles = galleryFiles;
  for (let later = 3; later < 7; later += 1) await day(later * DAY + UNNAMED_MS);
  expect(new Set(files.keys())).toEqual(new Set(named));
});

test('a walk that is killed at any call goes on, and deletes nothing that has a name', async () => {
  for (const isBehind of [false, true]) {
    for (let killAt = 1; ; killAt += 1) {
      const { files, day, named, state } = largeBucket(300);
      await day(0);
      Object.assign(state, { killAt, isBehind });
      const isWhole = await day(UNNAMED_MS);
      state.killAt = Infinity;
      expect(named.every((name) => files.has(name))).toBe(true);
      await day(UNNAMED_MS + DAY);
      await day(UNNAMED_MS + 2 * DAY);
      expect(new Set(files.keys())).toEqual(new Set(named));
      if (isWhole) break;
    }
  }
});

test('files that cannot be deleted end the run, and hold up no other page', async () => {
  const { files, day, named, deps } = largeBucket(2 * PAGE_SIZE);
  await day(0);
  const { galleryFiles } = deps;
  deps.galleryFiles = async (...question) => {
    const page = await galleryFiles(...question);
    for (const file of page.files)
      if (file.name.includes('/work-0/')) file.delete = () => Promise.reject(new Error('403'));
    return page;
  };
  await expect(day(UNNAMED_MS)).rejects.toThrow('403');
  await day(UNNAMED_MS + DAY);
  const isOfOther = (name: string) => !name.includes('/work-0/');
  expect(new Set([...files.keys()].filter(isOfOther))).toEqual(new Set(named.filter(isOfOther)));
  deps.galleryFiles = galleryFiles;
  await day(UNNAMED_MS + 2 * DAY);
  expect(new Set(files.keys())).toEqual(new Set(named));
});
