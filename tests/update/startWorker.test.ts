/** A page reloads for a new worker, and again where something has swallowed the reload. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registerWorker } from '../../src/update/registerWorker';
import { createSafety } from '../../src/update/safety';
import { startWorker } from '../../src/update/startWorker';

vi.mock('../../src/update/registerWorker', () => ({ registerWorker: vi.fn() }));

const reload = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('DEV', false);
  reload.mockReset();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('document', { readyState: 'complete' });
  const container = Object.assign(new EventTarget(), {
    controller: {},
    ready: new Promise(() => {}),
    getRegistration: async () => undefined,
  });
  vi.stubGlobal('navigator', { serviceWorker: container });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

async function openPage() {
  vi.mocked(registerWorker)
    .mockReset()
    .mockResolvedValue(async () => undefined);
  const safety = createSafety();
  const worker = startWorker(safety, Promise.resolve());
  await vi.waitFor(() => expect(registerWorker).toHaveBeenCalled());
  const [, onNewWorker] = vi.mocked(registerWorker).mock.calls[0]!;
  return { safety, worker, onNewWorker };
}

it('a reload that was swallowed is asked anew, later and later, and not while it would do harm', async () => {
  const { safety, onNewWorker } = await openPage();
  onNewWorker();
  onNewWorker();
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledTimes(2);
  // The page is still there: somebody types.
  safety.report('the form', 'disturbance');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(2);
  safety.report('the form', 'none');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledTimes(3);
});

it('a reload for a new version or build is asked anew, too', async () => {
  const { worker } = await openPage();
  await worker.reload();
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalledTimes(2);
});
