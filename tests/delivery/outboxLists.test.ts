import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OutboxLists } from '../../src/outbox/port';
import { createOutboxLists } from '../../src/outbox/page/outboxLists';
import { summary } from '../support/fakeOutbox';

const channels: { postMessage: ReturnType<typeof vi.fn>; hear?: (event: object) => void }[] = [];
let frame: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  channels.length = 0;
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = vi.fn();
      hear?: (event: object) => void;
      constructor() {
        channels.push(this);
      }
      addEventListener(_: string, hear: (event: object) => void) {
        this.hear = hear;
      }
    },
  );
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => (frame = next));
});
afterEach(() => void vi.useRealTimers());

const nextFrame = async () => {
  frame?.();
  await vi.advanceTimersByTimeAsync(0);
};

function start() {
  const holding = (key: string): OutboxLists => ({ waiting: [summary(key)], sentRequests: [] });
  const read = vi.fn(async () => holding('first'));
  const content = createOutboxLists({ readShown: read });
  const shown: string[] = [];
  const stop = content.follow(
    ({ waiting }) => shown.push(waiting[0]!.key),
    (error) => shown.push(String(error)),
  );
  return { content, read, shown, stop, holding, said: channels[0]! };
}

it('the outbox is read at once, and again after every change by anybody', async () => {
  const { content, read, shown, holding, said } = start();
  await nextFrame();
  read.mockResolvedValueOnce(holding('ours'));
  content.changed('ours');
  expect(said.postMessage).toHaveBeenCalledOnce();
  await nextFrame();
  read.mockResolvedValueOnce(holding('theirs'));
  said.hear!({ data: { type: 'outbox.changed' } });
  await nextFrame();
  expect(shown).toEqual(['first', 'ours', 'theirs']);
});

it('the outbox is read at most once per frame, and once more after a change during the reading', async () => {
  const { content, read, shown, holding } = start();
  let answer: (content: OutboxLists) => void;
  read.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  for (let n = 0; n < 10; n += 1) content.changed('ours');
  await nextFrame();
  content.changed('ours');
  expect(read).toHaveBeenCalledTimes(1);
  answer!(holding('before'));
  await vi.advanceTimersByTimeAsync(0);
  await nextFrame();
  await nextFrame();
  expect(read).toHaveBeenCalledTimes(2);
  expect(shown).toEqual(['before', 'first']);
});

it('a screen that starts to follow during a reading gets a new one', async () => {
  const { content, read, shown, holding } = start();
  let answer: (content: OutboxLists) => void;
  read.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  await nextFrame();
  const late: string[] = [];
  content.follow(({ waiting }) => late.push(waiting[0]!.key));
  answer!(holding('before'));
  await vi.advanceTimersByTimeAsync(0);
  expect([shown, late]).toEqual([['before'], []]);
  await nextFrame();
  expect([shown, late]).toEqual([['before', 'first'], ['first']]);
});

it('a page without frames reads the outbox by a timer, and not for screens that have left', async () => {
  const { content, shown, stop } = start();
  await vi.advanceTimersByTimeAsync(250);
  expect(shown).toEqual(['first']);
  stop();
  content.changed('ours');
  await vi.advanceTimersByTimeAsync(250);
  expect(shown).toEqual(['first']);
});
