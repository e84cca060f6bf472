import type { SpamSignals } from '../domain/outbox';

/** Notes what may tell a program from a visitor while the form is used; `now` is milliseconds. */
export function createSpamSignals(now = () => Date.now()) {
  let openedAt = now();
  let honeypot = '';
  return {
    noteOpened() {
      openedAt = now();
    },
    noteHoneypot(text: string) {
      honeypot = text;
    },
    read: (): SpamSignals => ({ honeypot, seconds: Math.max(0, now() - openedAt) / 1000 }),
  };
}
