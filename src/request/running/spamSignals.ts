import type { SpamSignals } from '../../ports/outbox';
import { isBeforeRelease, type EpochMs } from '../../domain/clock';

export type SignalCollector = ReturnType<typeof createSpamSignals>;

/** Collects the `SpamSignals` while the form is used. */
export function createSpamSignals(now: () => EpochMs = Date.now) {
  /** When the form was first opened for the request that is in it. */
  let openedAt: EpochMs | undefined;
  let honeypot = '';
  const openTime = () => {
    openedAt ??= now();
    // The clock was put right meanwhile.
    if (isBeforeRelease(openedAt) && !isBeforeRelease(now())) openedAt = now();
    return openedAt;
  };
  return {
    /** The form is on the screen. Opening it again does not restart the time. */
    markOpened: () => void openTime(),
    /** The form continues a draft that was first opened then. A future time is ignored: a clock has jumped. */
    continueDraft(draftOpenedAt = openTime()) {
      openedAt = Math.min(draftOpenedAt, openTime());
      openTime();
    },
    /** The request was saved. The form's next content is another request. */
    startNext() {
      openedAt = undefined;
    },
    setHoneypot(text: string) {
      honeypot = text;
    },
    /** When the form was first opened for this request; now, if it has not been opened yet. */
    openedAt: openTime,
    read: (): SpamSignals => ({ honeypot, seconds: Math.max(0, now() - openTime()) / 1000 }),
  };
}
