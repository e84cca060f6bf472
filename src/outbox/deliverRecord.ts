/** The delivery of one record, in the order of the protocol (docs/outbox.md). */
import { attach, create } from './commits';
import { createJournal, Stop, type Delivery, type RecordDeps } from './delivery';
import { forgetRefusal, settle, type Unsent } from './failures';
import { prepare } from './preparePictures';
import type { PendingRequest } from './record';
import { upload } from './uploadPictures';

/** What a delivery came to. */
export type RecordOutcome = 'sent' | Unsent;

/**
 * Takes a record forward until it is sent or cannot go on. Everything that must not happen twice is in the
 * store before the next call, so a delivery that died is repeated from its beginning: each step passes over
 * what the record says is done. `isTextDue` tells whether the text of another request is to go before the
 * pictures of this one.
 */
export async function deliverRecord(
  deps: RecordDeps,
  stored: PendingRequest,
  isTextDue: () => Promise<boolean>,
): Promise<RecordOutcome> {
  // Its turn has come: what it had to wait for is over.
  const journal = createJournal(deps, { ...forgetRefusal(stored), notBefore: 0 });
  const giveWay = async () => {
    if (await isTextDue()) throw new Stop({ type: 'paused' });
  };
  const delivery: Delivery = { ...deps, journal, giveWay };
  const end = (error: unknown) => settle(delivery, error);
  // What is written at the end may find that the record has vanished, too.
  return send(delivery).catch(end).catch(end);
}

async function send(delivery: Delivery): Promise<RecordOutcome> {
  await create(delivery);
  await prepare(delivery);
  await upload(delivery);
  await attach(delivery);
  return finish(delivery);
}

/** The local receipt takes the record's place. */
async function finish({ store, journal, now, changed }: Delivery): Promise<RecordOutcome> {
  const { key, id, images, revision } = journal.record;
  const missing = images.filter((image) => image.missing).map(({ name }) => name);
  const receipt = { key, id, ...(missing.length > 0 && { missing }), sentAt: now() };
  const isFinished = await store.finish(key, revision, { ...receipt, isUntold: true });
  if (!isFinished) throw new Stop({ type: 'vanished' });
  changed(key);
  return 'sent';
}
