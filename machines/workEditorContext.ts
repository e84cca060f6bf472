/** The work editor's context and events (workEditor.ts), and what is true of a work that is not published yet. */
import { cleanText } from '../src/domain/cleanText';
import { MAX_WORK_PICTURES } from '../src/domain/constants';
import { wellFormed } from '../src/domain/validation';

/**
 * Why a chosen file cannot be published. `unreadable`: its bytes do not come. `undecoded`: this browser cannot open it.
 * `canvas`: this browser changes what is drawn. `failed`: it has no memory for it. `lost`: the phone does not have it any
 * more.
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

/** A picture of the work. Its bytes are kept elsewhere, by `id`. */
export interface WorkPicture {
  id: string;
  side: Side;
  /** The name of the chosen file. */
  name: string;
  state: 'preparing' | 'ready' | 'unusable';
  /** Of an unusable one. */
  problem?: PictureProblem;
  /** It is smaller than the picture on the gallery's card. */
  isTooSmallForCard?: true;
}

/** What the phone keeps of a work that is not published yet, beside its files. */
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
}

/** A stored work whose title and day are changed. `created` is the moment (ISO 8601) that `day` is a part of. */
export interface StoredWork {
  id: string;
  title: string;
  day: string;
  created: string;
}

/** What was typed into the fields of a stored work and is not saved yet: it is a change of what was opened. */
export interface TypedChange {
  stored: StoredWork;
  title: string;
  day: string;
}

export interface EditorInput {
  /** The stored work to change; null for a new one. */
  stored: StoredWork | null;
  /** What this tab keeps of an earlier change of it that was not saved. */
  typed?: TypedChange | undefined;
  today: string;
}

/** How many bytes of how many are stored. */
export interface PublishProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * How publishing has ended. `published`: the work stands under its id, by this try or an earlier one. `taken`: another
 * work stands there. The others are those of a change.
 */
export interface PublishOutcome {
  outcome: 'published' | 'taken' | Exclude<ChangeOutcome, 'stored'>;
}

/** `exhausted`: the quota of the Firebase project is used up. */
export type ChangeOutcome =
  'stored' | 'conflict' | 'refused' | 'exhausted' | 'unreachable' | 'sessionEnded';

/** How a change has ended. `stored` is the work as it is then; with a conflict and without it, it was removed. */
export interface ChangeResult {
  outcome: ChangeOutcome;
  stored?: StoredWork;
}

/** A problem that the editor shows beside what it is about. */
export type EditorProblem =
  | 'titleMissing'
  | 'titleTooLong'
  | 'dayMissing'
  | 'dayInFuture'
  | 'afterMissing'
  | 'unusablePicture'
  | 'coverTooSmall'
  | 'refused'
  | 'exhausted'
  | 'unreachable';

export interface EditorContext extends KeptWork {
  /** The owner's day now: no work was finished later. */
  today: string;
  /** The stored work that is changed; null for a new one. */
  stored: StoredWork | null;
  /** Names of files for which there was no room. */
  leftOut: string[];
  progress: PublishProgress | null;
  problem: EditorProblem | null;
}

export type EditorEvent =
  | { type: 'title.changed'; title: string }
  | { type: 'day.changed'; day: string }
  /** `salt`: for a work that has none yet. */
  | { type: 'pictures.chosen'; side: Side; files: { id: string; name: string }[]; salt: string }
  | { type: 'picture.prepared'; id: string; isTooSmallForCard: boolean }
  | { type: 'picture.failed'; id: string; problem: PictureProblem }
  | { type: 'picture.removed'; id: string }
  /** Changes places with its neighbour on the same side. */
  | { type: 'picture.moved'; id: string; by: -1 | 1 }
  | { type: 'cover.chosen'; id: string }
  /** The page may stay open past midnight. */
  | { type: 'today.changed'; today: string }
  | { type: 'work.submitted' }
  /** Takes a press back that waits. */
  | { type: 'submission.cancelled' }
  | { type: 'work.discarded' }
  /** Leaves a stored work as it is. */
  | { type: 'change.discarded' }
  | { type: 'work.added' }
  | { type: 'work.corrected' }
  | { type: 'progress.made'; progress: PublishProgress }
  | { type: 'publish.ended'; result: PublishOutcome }
  | { type: 'publish.clicked' }
  | { type: 'network.back' };

/** Tells the actor that prepares pictures which ones. */
export type PrepareEvent = { type: 'pictures.given'; ids: string[]; salt: string };

export const EMPTY_WORK: KeptWork = {
  title: '',
  day: '',
  pictures: [],
  cover: null,
  salt: '',
  isSubmitted: false,
  workId: null,
};

/**
 * What a title says: without what nobody sees, and without half an emoji, which a full field cuts and no server takes.
 */
export const cleanTitle = (title: string): string => wellFormed(cleanText('description', title));

/** How many more pictures a work may have. */
export const roomFor = (pictures: readonly WorkPicture[]): number =>
  Math.max(0, MAX_WORK_PICTURES - pictures.length);

/** The id of the picture on the card: the chosen one, or the first one after. */
export const coverOf = ({ pictures, cover }: Pick<KeptWork, 'pictures' | 'cover'>) =>
  (pictures.find(({ id }) => id === cover) ?? pictures.find(({ side }) => side === 'after'))?.id;

/** As firestore.rules. A year with too few digits is a slip of the finger: the work would stand first in the gallery. */
const FIRST_DAY = '2000-01-01';

/** Whether this is a day as a field of dates gives it: `YYYY-MM-DD`, one that the calendar has, and from 2000 on. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const keptOf = ({
  title,
  day,
  pictures,
  cover,
  salt,
  isSubmitted,
  workId,
}: KeptWork): KeptWork => ({ title, day, pictures, cover, salt, isSubmitted, workId });

/** Whether nothing of a work was entered yet. */
export const isBlankWork = ({ title, pictures }: Pick<KeptWork, 'title' | 'pictures'>): boolean =>
  title.trim() === '' && pictures.length === 0;
