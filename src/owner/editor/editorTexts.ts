/** What the page says of a work that is not in its fields: on the editor's screen, and in the line above the lists. */
import type { Reason, EditorProblem, PictureProblem } from '../../../machines/workEditorContext';
import type { IconName } from '../../ui/Icon';
import { NOT_REACHED } from '../../ui/Notice';
import type { WorkEditorView } from './useWorkEditor';
import { MAX_WORK_TITLE } from '../../domain/constants';

/** What the editor says of each problem. */
export const EDITOR_PROBLEMS: Record<EditorProblem, string> = {
  titleMissing: 'Give the work a title first.',
  titleTooLong: `The title is too long: ${MAX_WORK_TITLE} characters at most.`,
  titleTaken: 'Every address that this title gives is taken. Choose another title.',
  dayMissing: 'Say on which day it was finished, from 2000 on.',
  dayInFuture: 'This day has not come yet. The gallery is ordered by it.',
  afterMissing: 'Add at least one picture of the finished work.',
  unusablePicture:
    'A picture that cannot be used says why. Remove it, and add another one instead.',
  coverTooSmall:
    'The cover is too small: 640 × 480 pixels at least. Choose another picture as the cover.',
};

export interface Situation {
  icon: IconName;
  heading: string;
  /** What stands before the work's title, and behind it. Without both the title is not shown. */
  lead?: string;
  tail?: string;
  /** A paragraph of its own. */
  more?: string;
  /** Behind the title in the line above the lists. */
  line?: string;
  /** It goes on by itself, also when the page is closed. */
  isOnItsWay?: true;
  /** The words of the buttons. */
  retry?: string;
  correct?: string;
  /** The words of the button that gives it up, and what is not lost. `isLast`: only where it cannot be corrected. */
  discard?: { label: string; says: string; closes?: true; isLast?: true };
}

const MAY_BE_THERE =
  'It may be in the gallery already, because the answer is missing: look there before you add it again.';

/** What both states say that go on by themselves. */
const PASSING = {
  isOnItsWay: true,
  retry: 'Go on now',
  correct: 'Change the work',
  discard: { label: 'Discard', says: MAY_BE_THERE, isLast: true },
} as const;

const KEEPS = 'The gallery keeps what it has.';

/** The server's no. `what`: who sees what, before the title. */
const refused = (heading: string, what: string): Situation => ({
  icon: 'alert',
  heading,
  lead: what,
  tail: '.',
  correct: 'Change the work',
});

/** By the state, or by its reason where it has several. Of a new work. */
const OF_A_WORK: Record<Reason | 'sending' | 'conflicting', Situation> = {
  unread: {
    icon: 'cloud-wait',
    heading: 'The work did not load',
    more: NOT_REACHED,
    retry: 'Try again',
  },
  missing: {
    icon: 'alert',
    heading: 'The gallery has no such work',
    more: 'If somebody has removed it, it can be put back in the list of works for a week.',
    retry: 'Open it again',
  },
  removed: {
    icon: 'alert',
    heading: 'This work is gone',
    lead: 'Somebody has removed it meanwhile:',
    more: 'For a week it can be put back in the list of works. What you have changed is kept on this phone.',
    line: 'is gone: somebody has removed it.',
    retry: 'Open it again',
    discard: { label: 'Discard', says: 'The work is gone all the same.', closes: true },
  },
  occupied: {
    icon: 'alert',
    heading: 'Another work comes first',
    tail: ' is not published yet. Go on with it, or discard it.',
    discard: { label: 'Discard it', says: 'The photos stay in your library.' },
  },
  foreign: {
    icon: 'alert',
    heading: 'This phone keeps another owner’s work',
    discard: {
      label: 'Discard it',
      says: 'The gallery keeps what it has, and nothing of it is sent.',
    },
  },
  sending: {
    icon: 'cloud-wait',
    heading: 'Publishing…',
    tail: ' is on its way. Nobody sees anything of it before all of it is there.',
    line: 'is being published.',
    isOnItsWay: true,
  },
  unreachable: {
    ...PASSING,
    icon: 'wifi-off',
    heading: 'No answer yet',
    tail: ' goes on by itself when the network is back.',
    line: 'gets no answer. It goes on by itself when the network is back.',
  },
  exhausted: {
    ...PASSING,
    icon: 'alert',
    heading: 'Google takes nothing more for now',
    tail: ' goes on by itself when it does: the quota of your Firebase project is used up. A day’s quota begins anew at midnight in California. If it stays so, look at the project’s plan (Usage and billing).',
    line: 'is not taken for now: the quota of your Firebase project is used up.',
  },
  refused: {
    ...refused('The server refused the work', 'Nobody sees'),
    more: 'You may not be an owner any more, or the rules of the site are older than this page.',
    line: 'was refused by the server.',
    retry: 'Try again',
  },
  titleTaken: {
    ...refused('The work needs another title', 'Nobody sees'),
    more: EDITOR_PROBLEMS.titleTaken,
    line: 'needs another title.',
  },
  conflicting: {
    icon: 'alert',
    heading: 'It was changed meanwhile',
    more: 'Somebody else has changed this work since you opened it, or an earlier try of yours has arrived after all. Nothing of this try is stored.',
    line: 'stands in the gallery in another version.',
    correct: 'Change mine',
    discard: { label: 'Leave what the gallery has', says: KEEPS, closes: true },
  },
  stored: {
    icon: 'check',
    heading: 'It is in the gallery',
    tail: ' is published. Visitors see it now; search engines after the next build.',
    line: 'is in the gallery.',
  },
  undone: {
    icon: 'check',
    heading: 'The change is undone',
    tail: ': its page is again as it was before.',
    line: 'is again as it was before.',
  },
};

/** What is said otherwise of the correction of a stored one. */
const OF_A_CHANGE: { [name in keyof typeof OF_A_WORK]?: Partial<Situation> } = {
  removed: {
    discard: {
      label: 'Discard what I have changed',
      says: 'The work is gone all the same.',
      closes: true,
    },
  },
  occupied: {
    heading: 'Another change comes first',
    tail: ' has a change that is not saved. Go on with it, or discard it.',
    discard: { label: 'Discard it', says: KEEPS },
  },
  sending: {
    heading: 'Saving the change…',
    tail: ' is on its way. Visitors see what the gallery has until all of the change is there.',
  },
  refused: { heading: 'The server refused the change', lead: 'The gallery has what it had of' },
  titleTaken: { lead: 'The gallery has what it had of' },
  conflicting: { line: 'was changed by somebody else meanwhile.' },
  stored: {
    heading: 'The change is stored',
    tail: ': its page has it now, search engines after the next build.',
    line: 'is changed.',
  },
};

type SituationView = Pick<WorkEditorView, 'state' | 'reason' | 'stored' | 'keptBy'>;

export function situationOf({ state, reason, stored, keptBy }: SituationView): Situation {
  const hasReason = state === 'closed' || state === 'stopped' || state === 'done';
  const name = state === 'conflicting' ? state : (hasReason && reason) || 'sending';
  const situation = { ...OF_A_WORK[name], ...(stored && OF_A_CHANGE[name]) };
  if (name !== 'foreign') return situation;
  return {
    ...situation,
    more: `${keptBy} has begun it. Sign in with that account to go on with it.`,
  };
}

/** Why a chosen file is no picture of the work. */
export const PICTURE_PROBLEM_TEXTS: Record<PictureProblem, string> = {
  noImage: 'This file is no picture.',
  empty: 'This file is empty.',
  unreadable:
    'The file could not be read. If it is in a cloud, wait until this phone has it. Then remove it here and choose it again.',
  undecoded:
    'This browser cannot open it. If it is a HEIC photo, choose it on the iPhone that took it, or save it as JPEG.',
  canvas:
    'This browser changes pictures that pages draw (its protection against fingerprinting). Use another browser.',
  failed:
    'This phone has too little memory for it. Close other apps, remove it and choose it again.',
  lost: 'This phone does not have it any more. Remove it and choose it again.',
};

/** As many names of files as somebody reads. */
const NAMES_TOLD = 3;

/** `a.jpg, b.jpg, c.jpg and 29 more`. */
export function namesOf(files: readonly string[]): string {
  const told = files.slice(0, NAMES_TOLD).join(', ');
  const others = files.length - NAMES_TOLD;
  return others > 0 ? `${told} and ${others} more` : told;
}
