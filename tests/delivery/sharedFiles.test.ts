/** Two tabs that have restored the same draft: its picture is one file on the device, and both may send it. */
import { describe, expect, it } from 'vitest';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDrafts } from '../../src/outbox/store/drafts';
import { removeRequest } from '../../src/outbox/page/recordActions';
import { fields, image, saveSample } from '../support/sampleRequests';
import type { Saved } from './device';
import { expectDelivered } from './localBackend';
import { device } from './testDevice';

const picture = image(1000, 1);
const { id, name, type } = picture;
const draft = { fields, images: [{ id, name, type }] };

/** A tab sends the restored draft with this description. Nobody delivers yet. */
async function send(description: string): Promise<Saved> {
  const key = await saveSample(device.deps, [picture], { description });
  return { key, fields: { ...fields, description }, images: [picture] };
}

describe('a picture of a draft that one tab has sent', () => {
  it('arrives with the request of the other tab, too', async () => {
    const requests = [await send('Kitchen'), await send('Kitchen and bath')];
    await device.deliver();
    await expectDelivered(device, ...requests);
    expect(await storedFiles()).toEqual([]);
  });

  it('arrives although the request of the other tab is deleted', async () => {
    const [deleted, sent] = [await send('Kitchen'), await send('Kitchen and bath')];
    expect(await removeRequest(device.deps, deleted.key)).toBe('removed');
    await device.deliver();
    await expectDelivered(device, sent);
    expect(await storedFiles()).toEqual([]);
  });

  it.each([
    ['takes it out of its draft', (drafts) => drafts.save({ fields, images: [] }, [], [id])],
    ['clears its form', (drafts) => drafts.clear([id])],
  ] satisfies [string, (drafts: ReturnType<typeof createDrafts>) => Promise<void>][])(
    'arrives although the other tab %s',
    async (_, change) => {
      const connection = connectOutbox();
      const drafts = createDrafts(connection, () => device.clock.now);
      const sent = await send('Kitchen');
      await drafts.save(draft, [], []);
      await change(drafts);
      await device.deliver();
      await expectDelivered(device, sent);
      expect(await storedFiles()).toEqual([]);
      connection.close();
    },
  );
});

async function storedFiles() {
  const connection = connectOutbox();
  const ids = await connection.read(['files'], (transaction) =>
    transaction.objectStore('files').getAllKeys(),
  );
  connection.close();
  return ids;
}
