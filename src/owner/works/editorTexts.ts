import { MAX_WORK_TITLE } from '../../domain/constants';
import type { EditorProblem, PictureProblem } from '../../../machines/workEditorContext';

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
    'The picture for the card is too small: 640 × 480 pixels at least. Choose another one for the card.',
};

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
