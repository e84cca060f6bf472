/** Sends requests, and deletes, reopens and retries waiting ones. Import this module lazily only. */
import { CLIENT_VERSION } from '../../domain/constants';
import { takenApart } from '../../domain/subject';
import type { ChosenFile, LoadedDraft } from '../port';
import { readReceipt } from '../../firebase/rest/requestCommits';
import { createLock } from '../delivery/deliverRecord';
import { createDeliverer } from '../delivery/deliverAll';
import type { RecordDeps } from '../delivery/journal';
import { createExclusively, answerWhile } from '../delivery/locks';
import { forgetRefusal } from '../delivery/afterRefusal';
import { type PendingRequest, sentRequestOf } from '../record';
import type { OutboxStore } from '../store/outboxStore';

interface SendingDeps extends Omit<RecordDeps, 'prepareImage' | 'isPage' | 'exclusively'> {
  locks: LockManager | undefined;
}

/** The actions on the records of one store. */
export function createSending({ locks, ...given }: SendingDeps) {
  const deps = { ...given, exclusively: createExclusively(locks) };
  const prepareImage: RecordDeps['prepareImage'] = async (file) =>
    (await import('../../pictures/page/pageCanvas')).prepareImageInPage(file);
  const { deliver, isDelivering } = createDeliverer({ ...deps, prepareImage, isPage: true });
  // Without the lock it holds up nobody.
  if (locks) answerWhile(isDelivering);
  return {
    deliver,
    remove: (key: string) => removeRequest(deps, key),
    reopen: (key: string) => reopen(deps, key),
    retry: (key: string) => retry(deps, key),
  };
}

type RemoveDeps = Omit<RecordDeps, 'random' | 'prepareImage' | 'isPage'>;

/**
 * Deletes a record, so that nothing more of it leaves this device. Resolves to `arrived` if the server already had
 * its text, otherwise to `removed`. Waits for the answer to a create that is being sent. If an earlier create was
 * not answered, reads its receipt; if the server is out of reach for that, too, resolves to `removed`.
 */
export async function removeRequest(deps: RemoveDeps, key: string): Promise<'removed' | 'arrived'> {
  const outcome = await deps.exclusively(createLock(key), () => deleteRecord(deps, key));
  deps.changed(key);
  return outcome;
}

async function deleteRecord(deps: RemoveDeps, key: string): Promise<'removed' | 'arrived'> {
  const { store, now } = deps;
  for (;;) {
    const record = await store.read(key);
    if (!record) return (await store.sentRequest(key)) ? 'arrived' : 'removed';
    const hasArrived =
      record.step !== 'create' || (record.tries > 0 && (await isCreated(deps, record)));
    const sent = hasArrived ? sentRequestOf(record, now()) : undefined;
    // This fails if another context has changed the record meanwhile: then its new state is read.
    if (await store.finish(key, record.revision, sent)) return hasArrived ? 'arrived' : 'removed';
  }
}

/** Whether the receipt says that the request was created. */
async function isCreated({ config, fetch }: RemoveDeps, { receipt }: PendingRequest) {
  return (await readReceipt(config, receipt, { fetch })).type === 'found';
}

/** The type of nearly all prepared images, used for an image whose type was lost. */
const DEFAULT_TYPE = 'image/jpeg';

/**
 * The content of a record whose create was refused, to be edited in the form. Lost images are named. The
 * visitor has a day from now until the record is tried again.
 */
export async function reopen(
  { store, newKey, now }: Pick<RecordDeps, 'store' | 'newKey' | 'now'>,
  key: string,
): Promise<LoadedDraft | undefined> {
  const record = await store.read(key);
  if (!record?.needsAttention || record.step !== 'create') return undefined;
  const images: ChosenFile[] = [];
  const lost: string[] = [];
  for (const [index, { name, image }] of record.images.entries()) {
    const file = await readImage(store, record, index);
    if (file) images.push({ id: image.name || `${key}/${index}`, name, type: file.type, file });
    else lost.push(name);
  }
  const needsAttention = { ...record.needsAttention, at: now(), version: CLIENT_VERSION };
  const isUpdated = await store.update(
    { ...record, needsAttention, revision: newKey() },
    record.revision,
  );
  // Another context has changed the record, so that context is sending it.
  if (!isUpdated) return undefined;
  const openedAt = record.savedAt - (record.signals?.seconds ?? 0) * 1000;
  return {
    ...takenApart(record),
    images,
    replaces: key,
    openedAt,
    ...(lost.length > 0 && { lost }),
  };
}

/**
 * A record's image: the chosen file or, once it is prepared, what was made of it. Undefined if this device has lost
 * it. The bytes are copied, because Safari cannot read a Blob from the database once its entry is deleted.
 */
async function readImage(
  store: OutboxStore,
  { key, images }: PendingRequest,
  index: number,
): Promise<Blob | undefined> {
  const { chosen, image } = images[index]!;
  const type = image.type || DEFAULT_TYPE;
  const bytes = await store.bytes(key, { index, part: 'image' });
  const file =
    chosen === undefined ? bytes && new Blob([bytes], { type }) : await store.file(chosen);
  const copy =
    (await file?.arrayBuffer().catch(() => undefined)) ?? (await bytesAhead(store, chosen));
  return copy && new Blob([copy], { type: file?.type || type });
}

/** The picture that was prepared ahead from a file which is lost itself. */
const bytesAhead = async (store: OutboxStore, chosen = '') =>
  (await store.preparedAhead(chosen))?.image?.bytes;

/** Makes a record that needs attention due again, because the server may have been repaired. */
export async function retry(
  { store, newKey }: Pick<RecordDeps, 'store' | 'newKey'>,
  key: string,
): Promise<void> {
  const record = await store.read(key);
  if (!record?.needsAttention) return;
  // If this fails, another context has changed the record and is delivering it.
  await store.update({ ...forgetRefusal(record), revision: newKey() }, record.revision);
}
