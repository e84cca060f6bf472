/** For how long a record that needs attention is left to its visitor, and when it is tried again all the same. */
import type { EpochMs } from '../../domain/clock';
import { CLIENT_VERSION } from '../../domain/constants';
import type { PendingRequest } from '../record';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/**
 * Whether a record waits for its visitor, so that no deliverer tries it. A record that the server has refused
 * is tried again after a day and by another version of the app; one that something on the way has held back, after an
 * hour: its visitor may be elsewhere by then. A damaged record always waits.
 */
export function isLeftToVisitor({ needsAttention }: PendingRequest, now: EpochMs): boolean {
  if (!needsAttention) return false;
  const { damaged, isHeldBack: isOnTheWay, at, version } = needsAttention;
  if (damaged) return true;
  return (
    version === CLIENT_VERSION &&
    at !== undefined &&
    now >= at &&
    now - at < (isOnTheWay ? HOUR : DAY)
  );
}
