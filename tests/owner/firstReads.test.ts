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
    works: vi.fn((_after?: unknown) => answers.works.promise),
    reviews: vi.fn((_after?: unknown) => answers.reviews.promise),
    quotes: vi.fn(() => answers.quotes.promise),
    requests: vi.fn((_after?: unknown) => answers.requests.promise),
  };
  const asked = () => Object.values(documents).map(({ mock }) => mock.calls.length);
  return {
    reads: withFirstReads(documents as never as OwnerDocuments, () => clock.now),
    clock,
    documents,
    answers,
    asked,
  };
}

const PAGE = { items: ['a work'] } as never;

it('the works are asked for at once; the others with the account, and nothing twice', async () => {
  const { reads, documents, answers, asked } = open();
  expect(asked()).toEqual([1, 0, 0, 0]);
  reads.ask();
  expect(asked()).toEqual([1, 1, 1, 1]);
  const shown = reads.works();
  expect(asked()).toEqual([1, 1, 1, 1]);
  answers.works.resolve(PAGE);
  expect(await shown).toBe(PAGE);
  // The next time, and behind the first page, the list asks by itself.
  void reads.works();
  void reads.works('place');
  expect(documents.works.mock.calls).toEqual([[], [], ['place']]);
  void reads.reviews();
  void reads.quotes();
  expect(asked()).toEqual([3, 1, 1, 1]);
});

it('what was asked for as another account is forgotten, but the works, which everybody may read', () => {
  const { reads, asked } = open();
  void reads.quotes();
  expect(asked()).toEqual([1, 0, 1, 0]);
  reads.ask();
  reads.forget();
  reads.ask();
  expect(asked()).toEqual([1, 2, 3, 2]);
});

it('what has failed before its list came is asked for again', async () => {
  const { reads, documents, answers } = open();
  reads.ask();
  answers.reviews.reject(new Error('refused'));
  answers.works.resolve(PAGE);
  answers.quotes.resolve(PAGE);
  await new Promise(setImmediate);
  documents.reviews.mockResolvedValue(PAGE);
  expect(await reads.reviews()).toBe(PAGE);
  expect(documents.reviews).toHaveBeenCalledTimes(2);
});

it('an answer that nobody has taken for ten seconds is old: somebody signed in, or the editor was open meanwhile', () => {
  const { reads, clock, asked } = open();
  clock.now = 9_999;
  reads.ask();
  expect(asked()).toEqual([1, 1, 1, 1]);
  clock.now = 10_000;
  void reads.works();
  void reads.reviews();
  expect(asked()).toEqual([2, 1, 1, 1]);
  clock.now = 19_999;
  void reads.quotes();
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
  const documents = withFirstReads(createOwnerDocuments(config, firestore, () => new Date()));
  let tell: (account: OwnerAccount) => void;
  const machine = accessWithEffects({
    session: {
      onAccount: (onAccount) => ((tell = onAccount), () => undefined),
      signIn: vi.fn(),
      signOut: vi.fn(),
    },
    followOwnership: createFollowOwnership(firestore),
    firstReads: documents,
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

it('both lists are there after one round trip of the account, and their titles and quotes after two', async () => {
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
  const [works, reviews] = await Promise.all([documents.works(), documents.reviews()]);
  expect(works.items).toMatchObject([{ id: 'elm', place: { number: 1, of: 1 } }]);
  expect(reviews.items).toMatchObject([{ work: 'elm', review: { id: 'r1' } }]);
  const shown = Promise.all([documents.titlesOf(['elm']), documents.quotes()]);
  await eventually(() => expect(calls).toHaveLength(9));
  await roundTrip();
  const [titles, quotes] = await shown;
  expect([...titles]).toEqual([['elm', 'Elm Street']]);
  expect(quotes).toMatchObject([{ review: { text: 'Fine' } }]);
  expect(calls).toHaveLength(9);
});
