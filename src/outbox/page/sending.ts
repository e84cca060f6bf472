/** What sends requests, and what is done with those that wait. Only ever imported lazily. */
import { CLIENT_VERSION } from '../../domain/constants';
import type { ChosenFile, LoadedDraft } from '../../ports/outbox';
import { readReceipt } from '../../firebase/rest/requests';
import { createLock } from '../commits';
import { createDeliverer } from '../deliverer';
import type { RecordDeps } from '../delivery';
import { createExclusively } from '../exclusively';
import { forgetRefusal } from '../failures';
import type { PendingRequest } from '../record';

interface SendingDeps extends Omit<RecordDeps, 'prepareImage' | 'isPage' | 'exclusively'> {
  locks: LockManager | undefined;
}

/** Sends what is in one store. */
export function createSending({ locks, ...given }: SendingDeps) {
  const deps = { ...given, exclusively: createExclusively(locks) };
  const prepareImage: RecordDeps['prepareImage'] = async (file) =>
    (await import('./pageCanvas')).prepareImage(file);
  return {
    deliver: createDeliverer({ ...deps, prepareImage, isPage: true }).deliver,
    remove: (key: string) => removeRequest(deps, key),
    reopen: (key: string) => reopen(deps, key),
    retry: (key: string) => retry(deps, key),
  };
}

type RemoveDeps = Omit<RecordDeps, 'random' | 'prepareImage' | 'isPage'>;

/**
 * Deletes a record: nothing more of it leaves this device. `removed` when the server never got its
 * text, `sent` when it had. A create that is on its way is waited for; one that was sent and never
 * answered is asked about. Only when the server is out of reach too does such a one count as removed.
 */
export async function removeRequest(deps: RemoveDeps, key: string): Promise<'removed' | 'sent'> {
  const outcome = await deps.exclusively(createLock(key), () => erase(deps, key));
  deps.changed(key);
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

async function isCreated({ config, fetch }: RemoveDeps, { receipt }: PendingRequest) {
  return (await readReceipt(config, receipt, { fetch })).type === 'found';
}

/** What images are sent as, for one whose type was lost. */
const USUAL_TYPE = 'image/jpeg';

/**
 * The content of a record whose create was refused, for the form; an image that is lost is not in it. Its
 * visitor has a day before it is tried again.
 */
export async function reopen(
  { store, newKey, now }: Pick<RecordDeps, 'store' | 'newKey' | 'now'>,
  key: string,
): Promise<LoadedDraft | undefined> {
  const record = await store.read(key);
  if (!record?.needsAttention || record.step !== 'create') return undefined;
  const images: ChosenFile[] = [];
  for (const [index, { name, chosen, image }] of record.images.entries()) {
    const type = image.type || USUAL_TYPE;
    const bytes = await store.bytes(key, { index, part: 'image' });
    const file =
      chosen === undefined ? bytes && new Blob([bytes], { type }) : await store.file(chosen);
    // In Safari a Blob from the database ends with the entry that it came from.
    const copy = await file?.arrayBuffer().catch(() => undefined);
    if (file && copy) {
      const { type } = file;
      const id = image.name;
      images.push({ id, name, type, file: new Blob([copy], { type }) });
    }
  }
  const needsAttention = { ...record.needsAttention, at: now(), version: CLIENT_VERSION };
  const isHeld = await store.update(
    { ...record, needsAttention, revision: newKey() },
    record.revision,
  );
  // Whoever has it now is sending it.
  if (!isHeld) return undefined;
  const openedAt = record.savedAt - (record.signals?.seconds ?? 0) * 1000;
  return { fields: record.fields, images, replaces: key, openedAt };
}

/** A record that needs attention is one to deliver again; the server may have been mended. */
export async function retry(
  { store, newKey }: Pick<RecordDeps, 'store' | 'newKey'>,
  key: string,
): Promise<void> {
  const record = await store.read(key);
  if (!record?.needsAttention) return;
  // Another context that has changed it is delivering it.
  await store.update({ ...forgetRefusal(record), revision: newKey() }, record.revision);
}
