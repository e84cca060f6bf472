/** The form and the list of waiting requests share these texts: no first script needs them. */
import type { AfterClosing } from '../domain/types';

/**
 * What becomes of a waiting request if its page is closed: the only sentences about that. No browser tells a page that its
 * window is private, and such a window takes what it keeps with it; so they are true there, too.
 */
export const CLOSING_TEXTS: Record<AfterClosing, string> = {
  goesOn:
    'You may close this page: your request goes on by itself. Only a private window has to stay open.',
  waits:
    'Please keep this page open until it is sent. If you close it, your request is sent when you come back, but a private window forgets it.',
  isLost: 'This browser cannot save your request. Keep this page open until it is sent.',
};

export const NO_ANSWER_YET = 'Still no answer. We keep trying.';

/** Shown after `SLOW_AFTER`. `inMemory`: the request is not saved on this device. */
export const slowServerText = (inMemory: boolean): string =>
  inMemory
    ? 'This takes longer than usual.'
    : 'This takes longer than usual. Your request is saved on this device.';
