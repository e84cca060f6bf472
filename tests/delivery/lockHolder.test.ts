/** A dead page has the deliverer's lock: it is told apart from a living deliverer that is slow. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWhile, createHolderCheck } from '../../src/outbox/delivery/locks';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The channel of one origin: what one context posts, the others hear. */
function createOrigin() {
  const ends = new Set<EventTarget>();
  return () => {
    const end = new EventTarget();
    ends.add(end);
    const postMessage = (data: unknown) => {
      for (const other of ends) {
        if (other !== end) other.dispatchEvent(Object.assign(new Event('message'), { data }));
      }
    };
    return Object.assign(end, { postMessage }) as unknown as BroadcastChannel;
  };
}

const heldBy = (...ids: string[]) => ({
  query: async () => ({ held: ids.map((clientId) => ({ name: 'outbox', clientId })) }),
});

/** What a check says that takes as long as it may. */
async function verdict(check: () => Promise<boolean>) {
  const said = check();
  await vi.advanceTimersByTimeAsync(3000);
  return said;
}

it('a holder that does not answer is gone; one that delivers says so, however slow it is', async () => {
  const open = createOrigin();
  let isDelivering = false;
  answerWhile(() => isDelivering, open());
  const check = createHolderCheck(heldBy('cached page'), open());
  expect(await verdict(check)).toBe(true);
  isDelivering = true;
  expect(await verdict(check)).toBe(false);
  isDelivering = false;
  expect(await verdict(check)).toBe(true);
});

it('a holder has three seconds to answer: preparing a picture keeps it busy', async () => {
  const said: boolean[] = [];
  const open = createOrigin();
  void createHolderCheck(heldBy('busy page'), open())().then((isGone) => said.push(isGone));
  await vi.advanceTimersByTimeAsync(2999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual([true]);
});

it.each<[string, Pick<LockManager, 'query'> | undefined]>([
  ['nobody has the lock', { query: async () => ({ held: [{ name: 'other', clientId: 'a' }] }) }],
  ['there are no locks', undefined],
  ['the browser does not tell', { query: async () => ({}) }],
  ['asking is refused', { query: () => Promise.reject(new DOMException('', 'SecurityError')) }],
])('nothing is said of a holder where %s', async (_, locks) => {
  expect(await verdict(createHolderCheck(locks, createOrigin()()))).toBe(false);
});

it('nothing is said where the holder cannot be asked, or has another successor by then', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(await verdict(createHolderCheck(heldBy('a')))).toBe(false);
  const ids = ['a', 'b'];
  const passedOn = { query: async () => heldBy(ids.shift()!).query() };
  expect(await verdict(createHolderCheck(passedOn, createOrigin()()))).toBe(false);
});
