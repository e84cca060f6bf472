/** The delivery of one record, in the order of the protocol (docs/outbox.md). */
import { attach, create } from './createAndAttach';
import { createJournal, type Delivery, type RecordDeps } from './journal';
import { forgetRefusal } from './afterRefusal';
import { Stop, writeStop, type Unsent } from './stop';
import { prepare } from './preparePictures';
import { type PendingRequest } from '../record';
import { sentRequestOf } from '../newRecord';
import { upload } from './uploadPictures';

/** The outcome of one delivery. */
export type RecordOutcome = 'sent' | Unsent;

/**
 * Delivers a record until it is sent or cannot go on. Everything that must not happen twice is in the store
 * before the next call. So a delivery that died is repeated from the beginning, and each step skips what the
 * record says is done. `isTextDue` says whether the text of another request has to be sent before the
 * pictures of this one.
 */
export async function deliverRecord(
  deps: RecordDeps,
  stored: PendingRequest,
  isTextDue: () => Promise<boolean>,
): Promise<RecordOutcome> {
  // It is being tried now, so its refusal and its back-off do not count any more.
  const journal = createJournal(deps, { ...forgetRefusal(stored), notBefore: 0 });
  const giveWay = async () => {
    if (await isTextDue()) throw new Stop({ type: 'paused' });
  };
  const delivery: Delivery = { ...deps, journal, giveWay };
  const stop = (error: unknown) => writeStop(delivery, error);
  // The first `stop` may find that the record has vanished. Then the second one handles that.
  return send(delivery).catch(stop).catch(stop);
}

async function send(delivery: Delivery): Promise<RecordOutcome> {
  await create(delivery);
  await prepare(delivery);
  await upload(delivery);
  await attach(delivery);
  return finish(delivery);
}

/** Replaces the record with a sent request. */
async function finish({ store, journal, now, changed }: Delivery): Promise<RecordOutcome> {
  const { record } = journal;
  const { key } = record;
  const missing = record.images.filter((image) => image.missing).map(({ name }) => name);
  const sent = { ...sentRequestOf(record, now()), ...(missing.length > 0 && { missing }) };
  const isFinished = await store.finish(key, record.revision, { ...sent, isUnannounced: true });
  if (!isFinished) throw new Stop({ type: 'vanished' });
  changed(key);
  return 'sent';
}
