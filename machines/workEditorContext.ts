import { cleanText } from '../src/domain/cleanText';
import { MAX_WORK_PICTURES, MAX_WORK_TITLE } from '../src/domain/constants';
import type { GalleryWork, WorkImage } from '../src/domain/types';
import { wellFormed } from '../src/domain/validation';

/**
 * Why a chosen file cannot be published. `unreadable`: its bytes do not come. `undecoded`: this browser cannot open it.
 * `canvas`: this browser changes what is drawn. `failed`: it has no memory for it. `lost`: the phone does not have it
 * any more.
 */
export const PICTURE_PROBLEMS = [
  'noImage',
  'empty',
  'unreadable',
  'undecoded',
  'canvas',
  'failed',
  'lost',
] as const;

export type PictureProblem = (typeof PICTURE_PROBLEMS)[number];

export type Side = 'before' | 'after';

/** A picture of the work. The bytes of a chosen one are kept elsewhere, by `id`. `stored`: a published work has it. */
export interface WorkPicture {
  id: string;
  side: Side;
  /** The name of the chosen file; empty for a stored one. */
  name: string;
  state: 'preparing' | 'ready' | 'unusable' | 'stored';
  problem?: PictureProblem;
  /** The image of a stored picture, whose id is its address; `thumb` of the one on the card. */
  image?: WorkImage & { thumb?: string };
  isTooSmallForCard?: true;
}

/** A stored work as it was opened. `day` is the part of `created` (ISO 8601) that an owner changes. */
export interface StoredWork extends GalleryWork {
  day: string;
}

export interface KeptWork {
  title: string;
  /** `YYYY-MM-DD`. */
  day: string;
  pictures: WorkPicture[];
  /** The id of the picture on the card; null for the first one after. */
  cover: string | null;
  /**
   * Random, from the first picture on: the names of its files depend on it. So a file of that name says that this very
   * work was sent, and not another one with the same photo.
   */
  salt: string;
  /** “Publish” was pressed, and not taken back: publishing goes on whenever the page is opened. */
  isSubmitted: boolean;
  /** The last part of the address of its page. Null until it is chosen: nothing was sent before. */
  workId: string | null;
  /** Under this address an earlier try of a new work may have arrived, before it was taken back. */
  earlierId: string | null;
  /** What is corrected, as it was opened; null for a new work. */
  stored: StoredWork | null;
  /**
   * The e-mail address of the account that has begun the work; empty where an earlier version of the page has kept it.
   */
  account: string;
}

/** `account`: the e-mail address of the account that is signed in. */
export interface EditorInput {
  account: string;
  /** The id of the stored work to correct; null for a new one. */
  id: string | null;
  /** The owner's day now: no work was finished later. */
  today: string;
}

export interface PublishProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * Why sending has stopped. `unreachable`: no answer came. `exhausted`: the quota of the Firebase project is used up. Both
 * pass by themselves. `refused`: the server's definite no. `titleTaken`: all addresses that the title gives are other
 * works'.
 */
export type Stop = 'unreachable' | 'exhausted' | 'refused' | 'titleTaken';

/**
 * How sending has ended. `stored`: the work stands under its id, by this try or an earlier one. `conflict`: another version
 * stands there, by somebody else or by an earlier try. `removed`: it stood there, and somebody has removed it. `stored` is
 * a corrected work as it is then, or the other version.
 */
export interface SendOutcome {
  outcome: 'stored' | 'conflict' | 'removed' | 'sessionEnded' | Stop;
  stored?: StoredWork;
}

/**
 * Why a work is not opened. `unread`: the server has not said what it is. `missing`: the gallery has no such work.
 * `removed`: somebody else has removed it since it was opened. `occupied`: the phone keeps another work. `foreign`: it
 * keeps one of another account.
 */
export type Closed = 'unread' | 'missing' | 'removed' | 'occupied' | 'foreign';

export type Reason = Closed | Stop | 'stored' | 'undone';

export type EditorProblem =
  | 'titleMissing'
  | 'titleTooLong'
  | 'titleTaken'
  | 'dayMissing'
  | 'dayInFuture'
  | 'afterMissing'
  | 'unusablePicture'
  | 'coverTooSmall';

export interface EditorContext extends KeptWork, EditorInput {
  /** What somebody else has made of the work meanwhile. */
  theirs: StoredWork | null;
  /** What it was before the correction that is stored now: what an undo brings back. */
  undoTo: StoredWork | null;
  /** Names of files for which there was no room. */
  leftOut: string[];
  progress: PublishProgress | null;
  problem: EditorProblem | null;
  /** What is on its way brings back what the work was. A killed tab forgets it: then a change is stored. */
  isUndoing: boolean;
  reason: Reason | null;
  /** The e-mail address of the other account whose work the phone keeps. */
  keptBy: string | null;
}

export type EditorEvent =
  | { type: 'title.changed'; title: string }
  | { type: 'day.changed'; day: string }
  /** `salt`: for a work that has none yet. */
  | { type: 'pictures.chosen'; side: Side; files: { id: string; name: string }[]; salt: string }
  | { type: 'picture.prepared'; id: string; isTooSmallForCard: boolean }
  | { type: 'picture.failed'; id: string; problem: PictureProblem }
  | { type: 'picture.removed'; id: string }
  | { type: 'picture.moved'; id: string; by: -1 | 1 }
  | { type: 'side.changed'; id: string }
  | { type: 'cover.chosen'; id: string }
  /** The page may stay open past midnight. */
  | { type: 'today.changed'; today: string }
  | { type: 'work.submitted' }
  /** Back to the fields, also from a conflict. */
  | { type: 'press.takenBack' }
  | { type: 'work.discarded' }
  | { type: 'opening.retried' }
  /** Brings back what the work was before the correction, or the correction that was undone. */
  | { type: 'change.undone' }
  | { type: 'editor.opened' }
  | { type: 'work.added' }
  /** `workId`: null where another work has taken the address. */
  | { type: 'address.chosen'; workId: string | null }
  | { type: 'progress.made'; progress: PublishProgress }
  | { type: 'sending.ended'; result: SendOutcome }
  | { type: 'sending.retried' }
  | { type: 'network.back' };

export type PrepareEvent = { type: 'pictures.given'; ids: string[]; salt: string };

export const EMPTY_WORK: KeptWork = {
  title: '',
  day: '',
  pictures: [],
  cover: null,
  salt: '',
  isSubmitted: false,
  workId: null,
  earlierId: null,
  stored: null,
  account: '',
};

/**
 * What a title says: without what nobody sees, and without half an emoji, which a full field cuts and no server takes.
 */
export const cleanTitle = (title: string): string => wellFormed(cleanText('description', title));

/** The pictures of a stored work, as the editor has them. Their ids are their addresses. */
export function storedPictures({ before, after, cover }: StoredWork): WorkPicture[] {
  const images = [...before, ...after];
  return images.map((image, index) => {
    // Somebody may have stored the same picture twice.
    const same = images.slice(0, index).filter(({ url }) => url === image.url).length;
    const side = index < before.length ? 'before' : 'after';
    return {
      id: same === 0 ? image.url : `${image.url} ${same + 1}`,
      side,
      name: '',
      state: 'stored',
      image: image.url === cover.url ? { ...image, thumb: cover.thumb } : image,
    };
  });
}

export const openedWork = (stored: StoredWork): KeptWork => ({
  ...EMPTY_WORK,
  title: stored.title,
  day: stored.day,
  pictures: storedPictures(stored),
  cover: stored.cover.url,
  workId: stored.id,
  stored,
});

/** Whether the rules take this picture into a work that does not have it: not those of `gallery:add`, which have AVIF. */
const isTakenByRules = ({ alt, placeholder, sources = [] }: WorkImage): boolean =>
  alt === undefined &&
  placeholder !== undefined &&
  sources.length >= 1 &&
  sources.length <= 3 &&
  sources.every(({ type }) => type === 'image/webp' || type === 'image/jpeg');

export function isUndoable(before: StoredWork, now: StoredWork): boolean {
  const there = new Set([...now.before, ...now.after].map(({ url }) => url));
  return [...before.before, ...before.after].every(
    (image) => there.has(image.url) || isTakenByRules(image),
  );
}

const layoutOf = (work: Pick<KeptWork, 'pictures' | 'cover'>): string => {
  const on = (side: Side) => work.pictures.filter((each) => each.side === side).map(({ id }) => id);
  return JSON.stringify([on('before'), on('after'), coverOf(work) ?? null]);
};

export function changesOf({ title, day, pictures, cover, stored }: KeptWork) {
  const opened = openedWork(stored!);
  return {
    title: title !== opened.title,
    day: day !== opened.day,
    pictures: layoutOf({ pictures, cover }) !== layoutOf(opened),
  };
}

/**
 * How many more pictures a work may have: a work of `gallery:add` with more than eight keeps as many. The rules check at
 * most eight new ones.
 */
export function roomFor({ pictures, stored }: Pick<KeptWork, 'pictures' | 'stored'>): number {
  const most = Math.max(MAX_WORK_PICTURES, stored ? storedPictures(stored).length : 0);
  const added = pictures.filter(({ state }) => state !== 'stored').length;
  return Math.max(0, Math.min(most - pictures.length, MAX_WORK_PICTURES - added));
}

/** The id of the picture on the card: the chosen one, or the first one after. */
export const coverOf = ({ pictures, cover }: Pick<KeptWork, 'pictures' | 'cover'>) =>
  (pictures.find(({ id }) => id === cover) ?? pictures.find(({ side }) => side === 'after'))?.id;

/**
 * The earliest day, as in firestore.rules. A year with too few digits is a slip of the finger: the work would stand
 * first in the gallery.
 */
const FIRST_DAY = '2000-01-01';

/**
 * Whether this is a day as a field of dates gives it (`YYYY-MM-DD`): one that the calendar has, and not before
 * `FIRST_DAY`.
 */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const KEPT_FIELDS = Object.keys(EMPTY_WORK) as (keyof KeptWork)[];

export const keptOf = (work: KeptWork): KeptWork =>
  Object.fromEntries(KEPT_FIELDS.map((field) => [field, work[field]])) as unknown as KeptWork;

/**
 * Whether a press can be taken back. A new work that has an address may be in the gallery already, unless the server has
 * refused it; a correction is compared with what is stored.
 */
export const isRetractable = ({
  workId,
  stored,
  reason,
}: Pick<EditorContext, 'workId' | 'stored' | 'reason'>): boolean =>
  workId === null || stored !== null || reason === 'refused';

/** Whether another account has begun the work: nothing of it is shown to this one, and nothing is sent. */
export const isForeign = (work: KeptWork | null, account: string): boolean =>
  Boolean(work?.account) && work?.account !== account;

export const idOf = ({ stored }: KeptWork): string | null => stored?.id ?? null;

/** Why what was found is not opened as the work that is wanted; null where it is. */
export function closedBy(
  found: KeptWork | null,
  { id, account }: Pick<EditorContext, 'id' | 'account'>,
): Closed | null {
  if (isForeign(found, account)) return 'foreign';
  if (found && idOf(found) !== id) return 'occupied';
  return id !== null && !found ? 'missing' : null;
}

export const isBlankWork = (work: KeptWork): boolean =>
  work.stored
    ? !Object.values(changesOf(work)).includes(true)
    : work.title.trim() === '' && work.pictures.length === 0;

/** What a press on “Publish” lacks: the first thing that is asked for; null where it lacks nothing. */
export function problemOf(context: EditorContext): EditorProblem | null {
  const { day, today, pictures, stored } = context;
  const { length } = cleanTitle(context.title);
  if (length === 0) return 'titleMissing';
  if (length > MAX_WORK_TITLE) return 'titleTooLong';
  // A correction is not refused for what the stored work has already and the owner leaves as it is.
  if (day !== stored?.day && !isDay(day)) return 'dayMissing';
  // A day after today would stand last in the gallery for as long as it takes.
  if (day !== stored?.day && day > today) return 'dayInFuture';
  const isAfterMissing = !pictures.some(({ side }) => side === 'after');
  if (isAfterMissing && !(stored && !changesOf(context).pictures)) return 'afterMissing';
  return pictureProblemOf(context);
}

/** What of the work's pictures stands in its way, as far as they are prepared; null for nothing. */
export function pictureProblemOf({ pictures, cover }: KeptWork): EditorProblem | null {
  if (pictures.some(({ state }) => state === 'unusable')) return 'unusablePicture';
  if (pictures.some(({ state }) => state === 'preparing')) return null;
  const card = pictures.find(({ id }) => id === coverOf({ pictures, cover }));
  return card?.isTooSmallForCard ? 'coverTooSmall' : null;
}
