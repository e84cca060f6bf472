import { describe, expect, test } from 'vitest';
import { createMissedEvents } from '../../../../src/outbox/page/events';
import type { DeliveryEvent, Receipt } from '../../../../src/domain/outbox';

const sent = (key: string): DeliveryEvent => ({ type: 'sent', key, id: `${key}-id` });

function scene(receipts: Receipt[] = []) {
  const told: DeliveryEvent[] = [];
  const news = createMissedEvents(
    () => Promise.resolve(receipts),
    (event) => told.push(event),
  );
  const compare = (...keys: string[]) =>
    news.compare(() => Promise.resolve(keys.map((key) => ({ key }))));
  return { news, told, compare };
}

const receipt = (key: string): Receipt => ({ key, id: `${key}-id`, sentAt: 1 });

describe('what nobody told', () => {
  test('a record that left a receipt was sent, one without was removed; each is told once', async () => {
    const { told, compare } = scene([receipt('a')]);
    expect(await compare('a', 'b', 'c')).toEqual([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
    expect(told).toEqual([]);
    await compare('c');
    await compare('c');
    expect(told).toEqual([sent('a'), { type: 'removed', key: 'b' }]);
  });

  test('what was told is not told again', async () => {
    const { news, told, compare } = scene([receipt('a')]);
    await compare('a', 'b');
    news.hear(sent('a'));
    news.hear({ type: 'removed', key: 'b' });
    await compare();
    expect(told).toEqual([]);
  });

  test('a record that was saved and sent between two looks is not missed', async () => {
    const { news, told, compare } = scene([receipt('a')]);
    await compare();
    news.know('a');
    await compare();
    expect(told).toEqual([sent('a')]);
  });

  test('a record that is saved while the list is read is not taken for removed', async () => {
    const { news, told, compare } = scene();
    await news.compare(() => {
      news.know('a');
      return Promise.resolve([]);
    });
    expect(told).toEqual([]);
    await compare('a');
    expect(told).toEqual([]);
  });
});
