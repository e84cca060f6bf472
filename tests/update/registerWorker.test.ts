// When the page lets a newer worker take over, and reloads for it. Workbox and the browser are played.
import { Workbox } from 'workbox-window';
import { beforeEach, expect, it, vi } from 'vitest';
import { registerWorker } from '../../src/update/registerWorker';
import { createSafety } from '../../src/update/safety';
import { takeOver } from '../../src/update/takeOver';
import { fakeStorage } from '../support/fakeStorage';

vi.mock('workbox-window', () => ({ Workbox: vi.fn() }));
vi.mock('../../src/update/takeOver', () => ({ takeOver: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', fakeStorage());
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  vi.mocked(takeOver).mockReset().mockResolvedValue(true);
});

/** A page that has registered its worker and is quiet. */
async function openPage() {
  const registration = Object.assign(new EventTarget(), {
    installing: undefined as EventTarget | undefined,
  });
  const workbox = Object.assign(new EventTarget(), { register: async () => registration });
  vi.mocked(Workbox).mockImplementation(function () {
    return workbox as unknown as Workbox;
  });
  const tell = async (type: 'waiting' | 'controlling') => {
    workbox.dispatchEvent(new Event(type));
    await vi.advanceTimersByTimeAsync(0);
  };
  const reload = vi.fn();
  const safety = createSafety();
  await registerWorker(safety, reload);
  await vi.advanceTimersByTimeAsync(2_000);
  /** The browser has found another worker, and installs it. */
  const finds = async () => {
    const worker = Object.assign(new EventTarget(), { state: 'installing' });
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    worker.state = 'installed';
    worker.dispatchEvent(new Event('statechange'));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { reload, safety, tell, finds };
}

it('a newer worker takes over when that is safe, and the page reloads once it controls it', async () => {
  const { reload, safety, tell } = await openPage();
  safety.report('the form', 'disturbance');
  await tell('waiting');
  expect(takeOver).not.toHaveBeenCalled();
  safety.report('the form', 'none');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(takeOver).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
  await tell('controlling');
  expect(reload).toHaveBeenCalledOnce();
});

it('where each load finds another worker, the tab reloads three times, and then lets none take over', async () => {
  for (const load of [1, 2, 3]) {
    const { reload, tell } = await openPage();
    await tell('waiting');
    expect(takeOver).toHaveBeenCalledTimes(load);
    await tell('controlling');
    expect(reload).toHaveBeenCalledOnce();
  }
  const { reload, tell } = await openPage();
  await tell('waiting');
  expect([vi.mocked(takeOver).mock.calls.length, reload.mock.calls]).toEqual([3, []]);
});

it('one that the old worker keeps waiting takes over with a reload, which is tried once', async () => {
  vi.mocked(takeOver).mockResolvedValue(false);
  const first = await openPage();
  await first.tell('waiting');
  expect(first.reload).toHaveBeenCalledOnce();
  // Another tab keeps the old one: the next page finds it waiting, too.
  const second = await openPage();
  await second.tell('waiting');
  expect(takeOver).toHaveBeenCalledTimes(2);
  expect(second.reload).not.toHaveBeenCalled();
});

it('a third worker takes over as the second one does, although Workbox tells nothing of it', async () => {
  const { finds } = await openPage();
  await finds();
  await finds();
  expect(takeOver).toHaveBeenCalledTimes(2);
});
