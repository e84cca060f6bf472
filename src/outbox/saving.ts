import type { DeliveryEvent, PendingRequest } from '../domain/outbox';
import type { OutboxPort } from '../domain/ports';
import type { DirectSend } from './direct';
import { saveRequest, type SaveDeps } from './requests';

interface SavingDeps extends SaveDeps {
  /** Delivers without saving. */
  direct: DirectSend;
  emit: (event: DeliveryEvent) => void;
}

/**
 * Saving, and sending what could not be saved. Whether it was saved is not always known: the database
 * may have committed although its connection was lost. So both work on the same record, whose id makes
 * them the same document, and a copy that was saved after all is settled once it is sent.
 */
export function createSaving(deps: SavingDeps): Pick<OutboxPort, 'save' | 'sendDirectly'> {
  let unsaved: PendingRequest | undefined;
  const preparedFor = (key: string | undefined) => (unsaved?.key === key ? unsaved : undefined);
  return {
    async save(fields, images, options = {}) {
      const prepared = preparedFor(options.key);
      const { record, ...result } = await saveRequest(deps, fields, images, options, prepared);
      unsaved = record;
      return result;
    },
    async sendDirectly(fields, images, onEvent, key) {
      const prepared = preparedFor(key);
      await deps.direct(fields, images, onEvent, prepared);
      unsaved = undefined;
      if (prepared) await settle(deps, prepared.key);
    },
  };
}

/** Replaces a record that was sent without it by its receipt. */
async function settle({ store, now, emit }: SavingDeps, key: string): Promise<void> {
  try {
    const record = await store.read(key);
    if (!record) return;
    const { id, revision } = record;
    const isSettled = await store.finish(key, revision, { key, id, sentAt: now() });
    if (isSettled) emit({ type: 'sent', key, id, files: [] });
  } catch {
    // Storage is still away. A copy that is in it goes out again under the same id: a replay.
  }
}
