import { describe, expect, test } from 'vitest';
import type { DeliveryEvent } from '../../../src/domain/outbox';
import { createDirectDelivery, DirectDeliveryError } from '../../../src/outbox/direct';
import { answerLost, dropped, refusal } from './fakeBackend';
import { createDevice, expectDelivered, fields, picture } from './harness';

const images = [picture(1000, 1), picture(2000, 2)];

function createDirect() {
  const device = createDevice();
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const events: DeliveryEvent[] = [];
  const send = createDirectDelivery({ ...device.deps, wait });
  return {
    device,
    waits,
    events,
    send: (values = fields) => send(values, images, (event) => events.push(event)),
  };
}

describe('direct delivery', () => {
  test('the same steps and events, nothing stored', async () => {
    const { device, events, send } = createDirect();
    await send();
    await expectDelivered(device, images);
    expect(events.map(({ type }) => type).filter((type) => type !== 'progress')).toEqual([
      'created',
      'sent',
    ]);
  });

  test('short trouble is waited out, silently', async () => {
    const { device, events, waits, send } = createDirect();
    device.server.fault('create', dropped, answerLost);
    device.server.fault('send', refusal(503));
    await send();
    await expectDelivered(device, images);
    expect(waits).toEqual([2000, 4000, 2000]);
    expect(events.some(({ type }) => type === 'postponed')).toBe(false);
  });

  test('no server: told after three tries; a second press goes on with the same request', async () => {
    const { device, send } = createDirect();
    device.server.fault('send', answerLost, dropped, dropped);
    device.server.fault('query', dropped, dropped);
    await expect(send()).rejects.toEqual(new DirectDeliveryError('unreachable'));
    expect(device.server.documents.size).toBe(1);
    await send({ ...fields });
    await expectDelivered(device, images);
  });

  test('refused: told at once; pressing again tries again', async () => {
    const { device, events, send } = createDirect();
    device.server.fault('create', refusal(400));
    await expect(send()).rejects.toMatchObject({ reason: 'refused' });
    expect(events.at(-1)).toMatchObject({ type: 'refused', attention: { status: 400 } });
    await send();
    await expectDelivered(device, images);
  });

  test('other values are another request', async () => {
    const { device, send } = createDirect();
    device.server.fault('create', refusal(400));
    await expect(send()).rejects.toMatchObject({ reason: 'refused' });
    await send({ ...fields, name: 'Grace' });
    await expectDelivered(device, images);
    const [document] = device.server.documents.values();
    expect(document!.fields['name']).toEqual({ stringValue: 'Grace' });
  });
});
