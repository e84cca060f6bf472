// Whether an account is an owner: when the page looks, and what it hears.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { network } from '../../src/lib/network';
import { createFollowOwnership } from '../../src/owner/access/ownership';
import { SAMPLE_OWNER } from '../../tools/seed/seedDocuments';
import { backend } from '../delivery/localBackend';
import { eventually } from '../support/eventually';
import { put, signedIn } from './ownerBackend';

const MARIA = 'maria.alvarez@example.com';

const page = Object.assign(new EventTarget(), { hidden: false });
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('document', Object.assign(page, { hidden: false }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  backend.firestore.commit([{ path: `owners/${MARIA}`, fields: null }]);
});

const looks = () => backend.requests.filter(({ method }) => method === 'POST').length;

/** Follows `email`; `heard` is what the page hears. */
function follow(email: string) {
  backend.requests.clear();
  const heard: unknown[] = [];
  const followed = createFollowOwnership(signedIn(email).firestore)(
    email,
    (isOwner) => heard.push(isOwner),
    () => heard.push('failed'),
  );
  const hears = (...all: unknown[]) => eventually(() => expect(heard).toEqual(all));
  return { ...followed, hears };
}

test('it looks at once, each half minute while it is shown, on return, and after a refusal', async () => {
  const { hears, look, stop } = follow(MARIA);
  await hears(false);
  put({ [`owners/${MARIA}`]: {} });
  vi.advanceTimersByTime(30_000);
  await hears(false, true);
  Object.assign(page, { hidden: true });
  vi.advanceTimersByTime(300_000);
  Object.assign(page, { hidden: false });
  page.dispatchEvent(new Event('visibilitychange'));
  await hears(false, true, true);
  backend.firestore.commit([{ path: `owners/${MARIA}`, fields: null }]);
  void look();
  await hears(false, true, true, false);
  expect(looks()).toBe(4);
  stop();
  vi.advanceTimersByTime(300_000);
  page.dispatchEvent(new Event('visibilitychange'));
  network.hinted(true);
  // Over as soon as there is an answer: by then the others would have been asked, too.
  await look();
  expect(looks()).toBe(4);
});

test('without a first answer it says so, and looks again when the network is back', async () => {
  backend.faults.add({ service: 'firestore', do: { kind: 'reset' } });
  const { hears, stop } = follow(SAMPLE_OWNER);
  await hears('failed');
  backend.faults.clear();
  network.hinted(false);
  network.hinted(true);
  await hears('failed', true);
  stop();
});

test('an answer that has come stands when a later look gets none', async () => {
  const { hears, look, stop } = follow(SAMPLE_OWNER);
  await hears(true);
  backend.faults.add({ service: 'firestore', do: { kind: 'reset' } });
  void look();
  await eventually(() => expect(console.error).toHaveBeenCalled());
  backend.faults.clear();
  void look();
  await hears(true, true);
  stop();
});

test('who has stopped hears nothing more', async () => {
  const { hears, stop } = follow(SAMPLE_OWNER);
  stop();
  await eventually(() => expect(looks()).toBe(1));
  await new Promise(setImmediate);
  await hears();
});
