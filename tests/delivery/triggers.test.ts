import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeliveryScope } from '../../src/contract/messages';
import { askWorker, createTriggers } from '../../src/outbox/page/triggers';
import type { OutboxSummary, FollowOutbox } from '../../src/outbox/port';
import { summary } from '../support/fakeOutbox';

const NOW = 1_000_000_000;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts the triggers of a page with these requests; tells how often they have delivered. */
function start(change: Partial<OutboxSummary>) {
  for (const name of ['window', 'document']) vi.stubGlobal(name, new EventTarget());
  const deliver = vi.fn<(scope?: DeliveryScope) => Promise<void>>(async () => {});
  let tell: Parameters<FollowOutbox>[0] = () => undefined;
  let fail: Parameters<FollowOutbox>[1];
  const follow: FollowOutbox = (onContent, onFailure) => {
    tell = onContent;
    fail = onFailure;
    return () => undefined;
  };
  const reads = vi.fn();
  const refresh = (now = change) => {
    reads();
    tell({ waiting: [summary('k', now)], sentRequests: [] });
  };
  createTriggers({ deliver, follow, refresh }).start();
  const atStart = [...deliver.mock.calls];
  deliver.mockClear();
  reads.mockClear();
  return { atStart, deliver, refresh, reads, fail: () => fail?.(new Error('Unread.')) };
}

it('a waiting request is tried as soon as it is due', async () => {
  const { deliver } = start({ notBefore: NOW + 2000 });
  await vi.advanceTimersByTimeAsync(1999);
  expect(deliver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(deliver).toHaveBeenCalledOnce();
});

it('a request that is due much later is looked at every minute: the device may have slept', async () => {
  const { deliver } = start({ notBefore: NOW + 600_000 });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(deliver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(deliver).toHaveBeenCalledOnce();
});

it('an outbox that could not be read is looked at again after a minute', async () => {
  // No timer runs for what waits for its visitor.
  const needsAttention = { step: 'create', status: 403, message: 'no' } as const;
  const { deliver, fail } = start({ needsAttention });
  await vi.advanceTimersByTimeAsync(0);
  fail();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(deliver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(deliver).toHaveBeenCalledOnce();
});

it('a request that is being delivered elsewhere is not asked about every second', async () => {
  const { deliver } = start({});
  await vi.advanceTimersByTimeAsync(4999);
  expect(deliver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(15_001);
  expect(deliver).toHaveBeenCalledTimes(4);
});

it('a request that only a page can continue is tried once, at once', async () => {
  const { deliver, refresh } = start({});
  await vi.advanceTimersByTimeAsync(0);
  refresh({ forPage: true });
  refresh({ forPage: true });
  expect(deliver).toHaveBeenCalledOnce();
});

it('a page that comes back from the browser’s cache of pages reads the outbox, and delivers', async () => {
  const { deliver, reads } = start({ notBefore: NOW + 60_000 });
  const shown = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  shown(false);
  expect(reads).not.toHaveBeenCalled();
  shown(true);
  expect(reads).toHaveBeenCalledOnce();
  expect(deliver).toHaveBeenCalledExactlyOnceWith('back');
});

it('what found no server is tried when the page is loaded, is online again, and becomes visible', () => {
  const { atStart, deliver, reads } = start({ notBefore: NOW + 540_000 });
  expect(atStart).toEqual([['back']]);
  window.dispatchEvent(new Event('online'));
  expect(deliver.mock.calls).toEqual([['back']]);
  const seen = (visibilityState: DocumentVisibilityState) => {
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  seen('hidden');
  expect([deliver.mock.calls.length, reads.mock.calls.length]).toEqual([1, 0]);
  seen('visible');
  expect(deliver.mock.calls).toEqual([['back'], ['back']]);
  // A page that was frozen has missed messages.
  expect(reads).toHaveBeenCalledOnce();
});

/** What the worker gets, whether it is found and accepts, and what registering a sync comes to. */
function withWorker(is: { found: boolean; willing: boolean; register?: () => Promise<void> }) {
  const messages: unknown[] = [];
  const postMessage = (message: unknown, [port]: [MessagePort]) => {
    messages.push(message);
    if (is.willing) port.postMessage('outbox.accepted');
  };
  const { register } = is;
  const registration = { active: { postMessage }, ...(register && { sync: { register } }) };
  const found = is.found ? Promise.resolve(registration) : new Promise(() => {});
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => found } });
  return messages;
}

it.each<[string, boolean, (() => Promise<void>)?]>([
  ['and is woken later, where a sync is registered', true, async () => undefined],
  ['and is not woken later, where the browser knows no sync', false],
  [
    'and is not woken later, where the browser forbids it',
    false,
    () => Promise.reject(new DOMException('Permission denied.', 'NotAllowedError')),
  ],
  [
    'and is not woken later, where asking throws',
    false,
    () => {
      throw new DOMException('Permission denied.', 'NotAllowedError');
    },
  ],
])('a worker that accepts delivers, %s', async (_, isRegistered, register) => {
  const messages = withWorker({ found: true, willing: true, ...(register && { register }) });
  expect(await askWorker('all')).toEqual({ isAccepted: true, isRegistered });
  expect(messages).toEqual([{ type: 'outbox.deliver', scope: 'all' }]);
});

it.each(['sync', 'active'])(
  'a page whose browser forbids `%s` asks for what is left',
  async (name) => {
    withWorker({ found: true, willing: true, register: async () => undefined });
    const registration = (await navigator.serviceWorker.getRegistration())!;
    const get = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(registration, name, { get });
    expect(await askWorker('all')).toEqual({
      isAccepted: name !== 'active',
      isRegistered: name !== 'sync',
    });
  },
);

it.each([
  ['is not found', { found: false, willing: true }],
  ['does not accept', { found: true, willing: false }],
  [
    'accepts, and the browser does not say whether it wakes it',
    { found: true, willing: true, register: () => new Promise<void>(() => {}) },
  ],
])('a page waits three seconds where a worker %s', async (_, worker) => {
  withWorker(worker);
  const answers: unknown[] = [];
  void askWorker('due').then((answer) => answers.push(answer));
  await vi.advanceTimersByTimeAsync(2999);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  const isAccepted = worker.found && worker.willing;
  expect(answers).toEqual([{ isAccepted, isRegistered: false }]);
});
