import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeOver, type WorkerContainer } from '../../../src/update/worker';

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

function setUp(workers: { waiting?: FakeWorker; installing?: FakeWorker }, isControlled = true) {
  const container = Object.assign(new EventTarget(), {
    controller: isControlled ? new FakeWorker('activated') : null,
    getRegistration: async () => ({ waiting: null, installing: null, ...workers }),
  });
  const ended = vi.fn();
  void takeOver(container as unknown as WorkerContainer).then(() => ended());
  return { ended, takesOver: () => container.dispatchEvent(new Event('controllerchange')) };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks the waiting worker once, and waits until it has taken over', async () => {
  const waiting = new FakeWorker('installed');
  const { ended, takesOver } = setUp({ waiting });
  await settled();
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' });
  waiting.become('activating');
  await settled();
  expect(ended).not.toHaveBeenCalled();
  takesOver();
  await settled();
  expect(ended).toHaveBeenCalledOnce();
  expect(waiting.postMessage).toHaveBeenCalledOnce();
});

it('asks one that is still being installed as soon as it is', async () => {
  const installing = new FakeWorker('installing');
  const { ended, takesOver } = setUp({ installing });
  await settled();
  expect(installing.postMessage).not.toHaveBeenCalled();
  installing.become('installed');
  expect(installing.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' });
  takesOver();
  await settled();
  expect(ended).toHaveBeenCalledOnce();
});

it('goes on without one whose install has failed', async () => {
  const installing = new FakeWorker('installing');
  const { ended } = setUp({ installing });
  await settled();
  installing.become('redundant');
  await settled();
  expect(ended).toHaveBeenCalledOnce();
});

it('goes on when a worker does not answer', async () => {
  const { ended } = setUp({ waiting: new FakeWorker('installed') });
  await vi.advanceTimersByTimeAsync(3999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

it.each([
  ['there is no newer worker', {}, true],
  ['no worker controls the page yet', { installing: new FakeWorker('installing') }, false],
])('is done at once when %s', async (_, workers, isControlled) => {
  const { ended } = setUp(workers, isControlled);
  await settled();
  expect(ended).toHaveBeenCalledOnce();
});
