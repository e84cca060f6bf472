/** Sends requests, and deletes, reopens, retries and changes waiting ones. Import this module lazily only. */
import { CLIENT_VERSION } from '../../domain/constants';
import { takenApart } from '../../domain/subject';
import type { ChosenFile, LoadedDraft } from '../port';
import { readReceipt } from '../../firebase/rest/requestCommits';
import { createLock, sentRequestOf } from '../delivery/deliverRecord';
import { createDeliverer } from '../delivery/deliverAll';
import { leaveOut, type RecordDeps } from '../delivery/journal';
import { createExclusively, whenLeft } from '../delivery/locks';
import { forgetRefusal } from '../delivery/afterRefusal';
import type { OutboxRecord } from '../record';
import { reopenedId } from '../store/drafts';
import type { OutboxStore } from '../store/outboxStore';
import { tidySpares } from '../store/spares';

interface PageDeps extends RecordDeps {
  store: OutboxStore;
}

interface SendingDeps extends Omit<PageDeps, 'prepareImage' | 'isPage' | 'exclusively'> {
  locks: LockManager | undefined;
}

export function createSending({ locks, ...given }: SendingDeps) {
  const deps = { ...given, exclusively: createExclusively(locks, whenLeft) };
  const prepareImage: RecordDeps['prepareImage'] = async (file) =>
    (await import('../../pictures/page/pageCanvas')).prepareImageInPage(file);
  const { deliver } = createDeliverer({ ...deps, prepareImage, isPage: true });
  return {
    deliver,
    /** Deletes spares that nobody needs, also where there is no worker. Never rejects. */
    tidy: () => tidySpares(deps.store, deps.now()),
    remove: (key: string) => removeRequest(deps, key),
    reopen: (key: string) => reopen(deps, key),
    retry: (key: string) => retry(deps, key),
    leaveOut: (key: string, ids: readonly string[]) => leaveOutAwaited(deps, key, ids),
  };
}

type ChangeDeps = Pick<PageDeps, 'store' | 'newKey'>;
type RemoveDeps = Omit<PageDeps, 'random' | 'prepareImage' | 'isPage'>;

/**
 * Deletes a record, so that nothing more of it leaves this device. Resolves to `arrived` if the server already had its
 * text, otherwise to `removed`. Waits for the answer to a create that is being sent. If an earlier create was not
 * answered, reads its receipt; if the server is out of reach for that, too, resolves to `removed`.
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
    // This fails if another context has changed the record: then its new state is read.
    if (await store.finish(key, record.revision, sent)) return hasArrived ? 'arrived' : 'removed';
  }
}

async function isCreated({ config, fetch }: RemoveDeps, { receipt }: OutboxRecord) {
  return (await readReceipt(config, receipt, { fetch })).type === 'found';
}

/** An image whose type was lost is nearly always one. */
const DEFAULT_TYPE = 'image/jpeg';

/**
 * The content of a record whose create was refused, to be edited in the form. Lost images are named. The
 * visitor has a day from now until the record is tried again.
 */
export async function reopen(
  { store, newKey, now }: ChangeDeps & Pick<PageDeps, 'now'>,
  key: string,
): Promise<LoadedDraft | undefined> {
  const record = await store.read(key);
  if (!record?.needsAttention || record.step !== 'create') return undefined;
  const images: ChosenFile[] = [];
  const lost: string[] = [];
  for (const [index, { name }] of record.images.entries()) {
    const file = await readPicture(store, record, index);
    if (file) images.push({ id: reopenedId(record, index), name, type: file.type, file });
    else lost.push(name);
  }
  const needsAttention = { ...record.needsAttention, at: now(), version: CLIENT_VERSION };
  const isUpdated = await store.update(
    { ...record, needsAttention, revision: newKey() },
    record.revision,
  );
  // Another context has changed the record, and is sending it.
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
 * A picture of a record; undefined if this device has lost the bytes. They are copied, because Safari cannot read a
 * Blob from the database once its entry is deleted.
 */
async function readPicture(
  store: OutboxStore,
  { key, images }: OutboxRecord,
  index: number,
): Promise<Blob | undefined> {
  const picture = images[index]!;
  const { file = '' } = picture;
  const chosen = await store.file(file);
  const bytes =
    (await chosen?.arrayBuffer().catch(() => undefined)) ??
    (await store.preparedAhead(file))?.image?.bytes ??
    (await store.bytes(key, { index, part: 'image' }));
  const type = picture.state === 'prepared' ? picture.image.type : DEFAULT_TYPE;
  return bytes && new Blob([bytes], { type: chosen?.type || type });
}

/** Makes a record that needs attention due again: the server may have been repaired. */
export async function retry({ store, newKey }: ChangeDeps, key: string): Promise<void> {
  const record = await store.read(key);
  if (!record?.needsAttention) return;
  // If this fails, another context is delivering it.
  await store.update({ ...forgetRefusal(record), revision: newKey() }, record.revision);
}

/** A record goes without these files, if it still waits for them. They are named as left out. */
export async function leaveOutAwaited(
  { store, newKey }: ChangeDeps,
  key: string,
  ids: readonly string[],
): Promise<void> {
  for (;;) {
    const record = await store.read(key);
    if (!record) return;
    let changed = record;
    for (const [index, picture] of record.images.entries()) {
      if (picture.state !== 'awaited' || !ids.includes(picture.file)) continue;
      changed = leaveOut(changed, index);
    }
    if (changed === record) return;
    const due = { ...changed, revision: newKey(), notBefore: 0 };
    // A deliverer that has the record in hand finds that it has changed, and begins again.
    if (await store.update(due, record.revision)) return;
  }
}
