import type { DeliveryChange, Sent } from '../../../machines/requestFormTypes';
import { network } from '../../lib/network';
import { isUploading, type OutboxLists, type OutboxSummary } from '../../ports/outbox';

/**
 * Says what the outbox's lists mean for one saved request: what has happened to it, as an event for the form.
 * Undefined while its delivery has no result yet. It remembers what the server had of the request, which is all that
 * is known once the record is gone.
 */
export function createDeliveryChanges(key: string) {
  let arrived: Sent | undefined;
  return ({ waiting, sentRequests }: OutboxLists): DeliveryChange | undefined => {
    const record = waiting.find((one) => one.key === key);
    if (record) {
      arrived = whatArrived(record) ?? arrived;
      return changeOf(record);
    }
    const sent = sentRequests.find((one) => one.key === key);
    if (sent) return { ...sent, type: 'delivery.sent' };
    return { type: 'delivery.removed', ...(arrived && { arrived }) };
  };
}

/** What the server has of a request that waits: at least its text. Its pictures belong to it when all have arrived. */
function whatArrived({ key, id, step, imageNames: missing }: OutboxSummary): Sent | undefined {
  if (step === 'create') return undefined;
  return { key, id, ...(missing.length > 0 && { missing }) };
}

function changeOf(record: OutboxSummary): DeliveryChange | undefined {
  const { needsAttention: attention, notBefore, progress, step, isAwaiting, isHeld } = record;
  if (attention) return { type: 'delivery.refused', attention };
  const hasTextArrived = step !== 'create';
  // It is not due while it waits for a file, and nothing is wrong with it.
  if (isAwaiting && hasTextArrived) return { type: 'delivery.progress', progress };
  // Without a network there may be no try at all, so `notBefore` alone is not enough. Where only the last request was
  // not answered, the try shows whether this one is.
  if (network.state() === 'offline' || notBefore > Date.now()) {
    return { type: 'delivery.postponed', hasTextArrived };
  }
  if (isHeld) return { type: 'delivery.held', hasTextArrived };
  return isUploading(record) ? { type: 'delivery.progress', progress } : undefined;
}
