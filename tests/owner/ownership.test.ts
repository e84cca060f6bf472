// Whether an account is an owner: the first answer, and those of the listener behind it. The listener is played.
import { beforeEach, expect, test, vi } from 'vitest';
import { createOwnership } from '../../src/owner/access/ownership';
import { network } from '../../src/lib/network';
import type { FollowOwnership } from '../../src/owner/ports';
import { SAMPLE_OWNER } from '../../tools/seed/seedDocuments';
import { backend } from '../delivery/localBackend';
import { deferred } from '../support/deferred';
import { signedIn } from './ownerBackend';

/** Everything that was resolved has been heard. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const CUT = new TypeError('Failed to fetch dynamically imported module');

let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockReturnValue();
});

interface Listening {
  answer(isOwner: boolean): void;
  fail(error: unknown): void;
}

/** Follows `email`; `heard` is what the page hears. */
function follow(email = SAMPLE_OWNER) {
  let listener = deferred<FollowOwnership>();
  const listening: Partial<Listening> & { isEnded: boolean } = { isEnded: false };
  const listen: FollowOwnership = (_, onAnswer, onError) => {
    Object.assign(listening, { answer: onAnswer, fail: onError });
    return () => {
      listening.isEnded = true;
    };
  };
  const loadListener = vi.fn(() => listener.promise);
  const heard: unknown[] = [];
  const stop = createOwnership(signedIn(email).firestore, loadListener)(
    email,
    (isOwner) => heard.push(isOwner),
    (error) => heard.push(error),
  );
  const loaded = async () => {
    listener.resolve(listen);
    await listener.promise;
  };
  const fails = () => {
    const { reject } = listener;
    // The next call tries again.
    listener = deferred<FollowOwnership>();
    reject(CUT);
  };
  return { heard, stop, listening, loadListener, loaded, fails };
}

test.each([
  [SAMPLE_OWNER, true],
  ['maria.alvarez@example.com', false],
])('the first answer does not wait for the listener: %s', async (email, isOwner) => {
  const { heard, loadListener } = follow(email);
  await vi.waitFor(() => expect(loadListener).toHaveBeenCalled());
  expect(heard).toEqual([isOwner]);
});

test('later answers are the listener’s, until nobody follows', async () => {
  const { heard, listening, loadListener, loaded, stop } = follow();
  await vi.waitFor(() => expect(loadListener).toHaveBeenCalled());
  await loaded();
  listening.answer!(true);
  listening.answer!(false);
  expect(heard).toEqual([true, true, false]);
  stop();
  expect(listening.isEnded).toBe(true);
});

test('without a first answer the listener has the first one, or says why there is none', async () => {
  backend.faults.add({ service: 'firestore', do: { kind: 'reset' } });
  const { heard, listening, loadListener, loaded } = follow();
  await vi.waitFor(() => expect(loadListener).toHaveBeenCalled());
  expect(heard).toEqual([]);
  expect(log).toHaveBeenCalled();
  await loaded();
  listening.fail!('refused');
  expect(heard).toEqual(['refused']);
});

test('a listener that cannot be loaded takes nothing back', async () => {
  const { heard, loadListener, fails } = follow();
  await vi.waitFor(() => expect(loadListener).toHaveBeenCalled());
  fails();
  await vi.waitFor(() => expect(log.mock.calls.flat()).toContain(CUT));
  expect(heard).toEqual([true]);
});

test('a listener that could not be loaded is loaded when the network is back', async () => {
  const { heard, listening, loadListener, fails, loaded, stop } = follow();
  await vi.waitFor(() => expect(loadListener).toHaveBeenCalledOnce());
  fails();
  await vi.waitFor(() => expect(log.mock.calls.flat()).toContain(CUT));
  network.hinted(false);
  network.hinted(true);
  expect(loadListener).toHaveBeenCalledTimes(2);
  await loaded();
  await vi.waitFor(() => expect(listening.answer).toBeDefined());
  listening.answer!(false);
  expect(heard).toEqual([true, false]);
  // It listens, so nothing is opened once more.
  const { answer } = listening;
  network.hinted(true);
  await settled();
  expect(listening.answer).toBe(answer);
  stop();
  network.hinted(true);
  expect(loadListener).toHaveBeenCalledTimes(3);
});

test('without a first answer and without a listener there is an error', async () => {
  backend.faults.add({ service: 'firestore', do: { kind: 'reset' } });
  const { heard, loadListener, fails } = follow();
  await vi.waitFor(() => expect(loadListener).toHaveBeenCalled());
  fails();
  await vi.waitFor(() => expect(heard).toEqual([CUT]));
});

test('who has stopped hears nothing more', async () => {
  const { heard, listening, loadListener, loaded, stop } = follow();
  stop();
  await vi.waitFor(() => expect(loadListener).toHaveBeenCalled());
  await loaded();
  expect(listening).toEqual({ isEnded: false });
  expect(heard).toEqual([]);
});
