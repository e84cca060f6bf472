import { landing } from './landing';
import { others } from './others';
import { request } from './request';
import { reviews } from './reviews';
import type { ScreenState } from './state';
import { waiting } from './waiting';
import { work } from './work';

export { settled, type ScreenState } from './state';

/** Every screen in every state that a visitor (or a developer) can meet, by name. */
export const STATES: Record<string, ScreenState> = Object.fromEntries(
  Object.entries({ ...landing, ...work, ...request, ...waiting, ...reviews, ...others }).map(
    ([name, state]) => [name, typeof state === 'function' ? { open: state } : state],
  ),
);
