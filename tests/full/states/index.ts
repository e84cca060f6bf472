import { LANDING_STATES } from './landing';
import { OTHER_STATES } from './others';
import { REQUEST_STATES } from './request';
import { REVIEW_STATES } from './reviews';
import type { ScreenState } from './state';
import { WAITING_STATES } from './waiting';
import { WORK_STATES } from './work';

export { settled, type ScreenState } from './state';

/** Every screen in every state that a visitor (or a developer) can meet. */
export const STATES: readonly ScreenState[] = [
  ...LANDING_STATES,
  ...WORK_STATES,
  ...REQUEST_STATES,
  ...WAITING_STATES,
  ...REVIEW_STATES,
  ...OTHER_STATES,
];
