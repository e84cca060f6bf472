import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeOver } from '../../src/update/takeOver';

class FakeWorker extends EventTarget {
  postMessage = vi.fn();
  constructor(public state: ServiceWorkerState) {
    super();
  }
  become(state: ServiceWorkerState) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

async function setUp(workers: Record<string, FakeWorker>, isControlled = true) {
  const container = Object.assign(new EventTarget(), {
    controller: isControlled ? new FakeWorker('activated') : null,
    getRegistration: async () => ({ waiting: null, installing: null, ...workers }),
  });
  const ended = vi.fn();
  void takeOver(container as unknown as ServiceWorkerContainer).then(ended);
  await settled();
  const takesOver = async () => {
    expect(ended).not.toHaveBeenCalled();
    workers['waiting']?.become('activating');
    workers['installing']?.become('activating');
    container.dispatchEvent(new Event('controllerchange'));
    await settled();
    expect(ended).toHaveBeenCalledExactlyOnceWith(true);
  };
  return { ended, takesOver };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the page asks the waiting worker once, and waits until it has taken over', async () => {
  const waiting = new FakeWorker('installed');
  const { takesOver } = await setUp({ waiting });
  await takesOver();
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' });
});

it('the page asks a worker that is being installed as soon as it is ready', async () => {
  const installing = new FakeWorker('installing');
  const { takesOver } = await setUp({ installing });
  expect(installing.postMessage).not.toHaveBeenCalled();
  installing.become('installed');
  expect(installing.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' });
  await takesOver();
});

it('the page goes on without a worker whose installation failed', async () => {
  const installing = new FakeWorker('installing');
  const { ended } = await setUp({ installing });
  installing.become('redundant');
  await settled();
  expect(ended).toHaveBeenCalledExactlyOnceWith(true);
});

it('the page learns that a worker still waits', async () => {
  const { ended } = await setUp({ waiting: new FakeWorker('installed') });
  await vi.advanceTimersByTimeAsync(3999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith(false);
});

it.each([
  ['there is no newer worker', {}, true],
  ['no worker controls the page yet', { installing: new FakeWorker('installing') }, false],
])('taking over is done at once when %s', async (_, workers, isControlled) => {
  const { ended } = await setUp(workers, isControlled);
  expect(ended).toHaveBeenCalledExactlyOnceWith(true);
});
