// What the lists begin with is asked for before they are there, and they wait for two round trips of the account at most.
import { afterEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { OwnerAccount } from '../../machines/ownerAccess';
import { accessWithEffects } from '../../src/owner/access/ownerAccessEffects';
import { createFollowOwnership } from '../../src/owner/access/ownership';
import { withFirstReads } from '../../src/owner/data/firstReads';
import { createOwnerDocuments, type OwnerDocuments } from '../../src/owner/data/documents';
import { SAMPLE_OWNER } from '../../tools/seed/seedDocuments';
import { backend } from '../delivery/localBackend';
import { work as sampleWork } from '../rules/sampleDocuments';
import { deferred } from '../support/deferred';
import { eventually } from '../support/eventually';
import { configOf } from '../support/httpServer';
import { put, signedIn } from './ownerBackend';

function open() {
  const answers = {
    works: deferred<never>(),
    reviews: deferred<never>(),
    quotes: deferred<never>(),
    requests: deferred<never>(),
  };
  const clock = { now: 0 };
  const documents = {
    works: {
      list: vi.fn((_after?: unknown) => answers.works.promise),
      removed: vi.fn(async () => PAGE),
    },
    reviews: { list: vi.fn((_after?: unknown) => answers.reviews.promise) },
    quotes: { list: vi.fn(() => answers.quotes.promise) },
    requests: { list: vi.fn((_after?: unknown) => answers.requests.promise) },
  };
  const asked = () => Object.values(documents).map(({ list }) => list.mock.calls.length);
  const { documents: ahead, ...first } = withFirstReads(
    documents as never as OwnerDocuments,
    () => clock.now,
  );
  return { ahead, first, clock, documents, answers, asked };
}

const PAGE = { items: ['a work'] } as never;

it('the works are asked for at once; the others with the account, and nothing twice', async () => {
  const { ahead, first, documents, answers, asked } = open();
  expect(asked()).toEqual([1, 0, 0, 0]);
  first.ask();
  expect(asked()).toEqual([1, 1, 1, 1]);
  const shown = ahead.works.list();
  expect(asked()).toEqual([1, 1, 1, 1]);
  answers.works.resolve(PAGE);
  expect(await shown).toBe(PAGE);
  // The next time, and behind the first page, the list asks by itself.
  void ahead.works.list();
  void ahead.works.list('place');
  expect(documents.works.list.mock.calls).toEqual([[], [], ['place']]);
  void ahead.reviews.list();
  void ahead.quotes.list();
  expect(asked()).toEqual([3, 1, 1, 1]);
});

it('what was removed is read behind works and requests, and does not wait for titles', async () => {
  const { ahead, first, documents, answers } = open();
  first.ask();
  const removed = ahead.works.removed();
  answers.works.resolve(PAGE);
  await new Promise(setImmediate);
  expect(documents.works.removed).not.toHaveBeenCalled();
  answers.requests.resolve(PAGE);
  expect(await removed).toBe(PAGE);
});

it('what was asked for as another account is forgotten, but the works, which everybody may read', () => {
  const { ahead, first, asked } = open();
  void ahead.quotes.list();
  expect(asked()).toEqual([1, 0, 1, 0]);
  first.ask();
  first.forget();
  first.ask();
  expect(asked()).toEqual([1, 2, 3, 2]);
});

it('what has failed before its list came is asked for again', async () => {
  const { ahead, first, documents, answers } = open();
  first.ask();
  answers.reviews.reject(new Error('refused'));
  answers.works.resolve(PAGE);
  answers.quotes.resolve(PAGE);
  await new Promise(setImmediate);
  documents.reviews.list.mockResolvedValue(PAGE);
  expect(await ahead.reviews.list()).toBe(PAGE);
  expect(documents.reviews.list).toHaveBeenCalledTimes(2);
});

it('an answer that nobody has taken for ten seconds is old: somebody signed in, or the editor was open meanwhile', () => {
  const { ahead, first, clock, asked } = open();
  clock.now = 9_999;
  first.ask();
  expect(asked()).toEqual([1, 1, 1, 1]);
  clock.now = 10_000;
  void ahead.works.list();
  void ahead.reviews.list();
  expect(asked()).toEqual([2, 1, 1, 1]);
  clock.now = 19_999;
  void ahead.quotes.list();
  expect(asked()).toEqual([2, 1, 2, 1]);
});

/** The page's calls on a line on which nothing is answered before `roundTrip`, which answers all that was asked. */
function openOnLine() {
  let waiting: (() => void)[] = [];
  const calls: string[] = [];
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('fetch', async (url: RequestInfo | URL, init?: RequestInit) => {
    calls.push(/:\w+(?=[?]|$)/.exec(String(url))![0]);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return realFetch(url, init);
  });
  const { firestore } = signedIn();
  const config = configOf(backend.origins.firestore);
  const { documents, ...firstReads } = withFirstReads(
    createOwnerDocuments(config, firestore, () => new Date()),
  );
  let tell: (account: OwnerAccount) => void;
  const machine = accessWithEffects({
    session: {
      onAccount: (onAccount) => ((tell = onAccount), () => undefined),
      signIn: vi.fn(),
      signOut: vi.fn(),
    },
    followOwnership: createFollowOwnership(firestore),
    firstReads,
  });
  const actor = createActor(machine).start();
  return {
    calls,
    documents,
    actor,
    account: () => tell({ uid: 'uid-109', email: SAMPLE_OWNER }),
    async roundTrip() {
      const all = waiting;
      waiting = [];
      for (const answer of all) answer();
    },
  };
}

const realFetch = globalThis.fetch;
afterEach(() => vi.unstubAllGlobals());

it('works are there after one round trip of the account, reviews and quotes with their titles after two', async () => {
  const review = { id: 'r1', text: 'Fine', stars: 5, user: 'maria', created: new Date(0) };
  put({
    'gallery/elm': { ...sampleWork, id: 'elm', title: 'Elm Street', created: new Date(0) },
    'gallery/elm/reviews/r1': review,
    'configurations/configurations': { quotes: ['gallery/elm/reviews/r1'] },
  });
  const { calls, documents, actor, account, roundTrip } = openOnLine();
  // With the page's first script.
  expect(calls).toEqual([':runQuery', ':runAggregationQuery']);
  account();
  await eventually(() => expect(calls).toHaveLength(7));
  // The own owners document, what is noted of requests, the quotes; the requests, the reviews.
  expect(calls.slice(2).toSorted()).toEqual([
    ':batchGet',
    ':batchGet',
    ':batchGet',
    ':runQuery',
    ':runQuery',
  ]);
  await roundTrip();
  await eventually(() => expect(actor.getSnapshot().value).toEqual({ signedIn: 'owner' }));
  expect((await documents.works.list()).items).toMatchObject([
    { id: 'elm', place: { number: 1, of: 1 } },
  ]);
  const shown = Promise.all([documents.reviews.list(), documents.quotes.list()]);
  // The titles of the reviews' works, and the quoted review.
  await eventually(() => expect(calls).toHaveLength(9));
  await roundTrip();
  const [reviews, quotes] = await shown;
  const quoted = { title: 'Elm Street', review: { id: 'r1', text: 'Fine' } };
  expect(reviews.items).toMatchObject([{ work: 'elm', ...quoted }]);
  expect(quotes).toMatchObject([quoted]);
  expect(calls).toHaveLength(9);
});
