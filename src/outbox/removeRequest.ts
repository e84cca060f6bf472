import { isCommitted } from '../firebase/rest/firestore';
import { confirmRequest } from '../firebase/rest/requests';
import type { PendingRequest } from '../domain/outbox';
import { createLock, type RecordDeps } from './deliverRecord';

type RemoveDeps = Omit<RecordDeps, 'random' | 'prepareImage' | 'isPage'>;

/**
 * Deletes a record: nothing more of it leaves this device. `removed` when the server never got its
 * text, `sent` when it had. A create that is on its way is waited for; one that was sent and never
 * answered is asked about. Only when the server is out of reach too does such a one count as removed.
 */
export async function removeRequest(deps: RemoveDeps, key: string): Promise<'removed' | 'sent'> {
  const outcome = await deps.exclusively(createLock(key), () => erase(deps, key), deps.signal);
  deps.emit({ type: 'removed', key });
  return outcome;
}

async function erase(deps: RemoveDeps, key: string): Promise<'removed' | 'sent'> {
  const { store, now } = deps;
  for (;;) {
    const record = await store.read(key);
    if (!record) {
      const receipts = await store.receipts();
      return receipts.some((receipt) => receipt.key === key) ? 'sent' : 'removed';
    }
    const sent = record.step !== 'create' || (record.tries > 0 && (await isCreated(deps, record)));
    const receipt = sent ? { key, id: record.id, sentAt: now() } : undefined;
    // Another context may have stepped it forward meanwhile: then look again.
    if (await store.finish(key, record.revision, receipt)) return sent ? 'sent' : 'removed';
  }
}

async function isCreated(
  { config, fetch, signal }: RemoveDeps,
  { id, fields }: PendingRequest,
): Promise<boolean> {
  const answer = await confirmRequest(config, id, fields, { fetch, signal });
  return answer !== undefined && isCommitted(answer, 1);
}
