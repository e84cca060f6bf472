import type { SpamSignals } from '../domain/types';

/** Notes what may tell a program from a visitor while the form is used; `now` is milliseconds since 1970. */
export function createSpamSignals(now = () => Date.now()) {
  /** When the request that is in the form was begun. */
  let openedAt: number | undefined;
  let honeypot = '';
  const begun = () => (openedAt ??= now());
  return {
    /** The form is on the screen. Opened again, it goes on with the same request. */
    noteOpened: () => void begun(),
    /** The form goes on with a draft that was begun then; a time of the future is a clock's that has jumped. */
    noteRestored(draftOpenedAt = begun()) {
      openedAt = Math.min(draftOpenedAt, begun());
    },
    /** What comes next into the form is another request. */
    noteSaved() {
      openedAt = undefined;
    },
    noteHoneypot(text: string) {
      honeypot = text;
    },
    openedAt: begun,
    read: (): SpamSignals => ({ honeypot, seconds: Math.max(0, now() - begun()) / 1000 }),
  };
}
