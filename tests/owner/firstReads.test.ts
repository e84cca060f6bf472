// What the lists begin with is asked for before they are there.
import { expect, it, vi } from 'vitest';
import { withFirstReads } from '../../src/owner/data/firstReads';
import type { OwnerDocumentsPort } from '../../src/owner/ports';
import { deferred } from '../support/deferred';

function open() {
  const answers = {
    works: deferred<never>(),
    reviews: deferred<never>(),
    quotes: deferred<never>(),
  };
  const clock = { now: 0 };
  const documents = {
    works: vi.fn((_after?: unknown) => answers.works.promise),
    reviews: vi.fn((_after?: unknown) => answers.reviews.promise),
    quotes: vi.fn(() => answers.quotes.promise),
  };
  const asked = () => Object.values(documents).map(({ mock }) => mock.calls.length);
  return {
    reads: withFirstReads(documents as never as OwnerDocumentsPort, () => clock.now),
    clock,
    documents,
    answers,
    asked,
  };
}

const PAGE = { items: ['a work'] } as never;

it('asks for each once, and a list gets the answer that is on its way', async () => {
  const { reads, documents, answers, asked } = open();
  reads.ask();
  expect(asked()).toEqual([1, 1, 1]);
  const shown = reads.works();
  expect(asked()).toEqual([1, 1, 1]);
  answers.works.resolve(PAGE);
  expect(await shown).toBe(PAGE);
  // The next time, and behind the first page, the list asks by itself.
  void reads.works();
  void reads.works('place');
  expect(documents.works.mock.calls).toEqual([[], [], ['place']]);
  void reads.reviews();
  void reads.quotes();
  expect(asked()).toEqual([3, 1, 1]);
});

it('a list asks by itself where nothing was asked for, and what was asked for somebody else is forgotten', () => {
  const { reads, asked } = open();
  void reads.quotes();
  expect(asked()).toEqual([0, 0, 1]);
  reads.ask();
  reads.forget();
  void reads.works();
  expect(asked()).toEqual([2, 1, 2]);
});

it('what has failed before its list came is asked for again', async () => {
  const { reads, documents, answers } = open();
  reads.ask();
  answers.reviews.reject(new Error('refused'));
  answers.works.resolve(PAGE);
  answers.quotes.resolve(PAGE);
  await reads.answered();
  documents.reviews.mockResolvedValue(PAGE);
  expect(await reads.reviews()).toBe(PAGE);
  expect(documents.reviews).toHaveBeenCalledTimes(2);
});

it('what was asked for is answered when the last answer is there; nothing needs no wait', async () => {
  const { reads, answers } = open();
  await reads.answered();
  reads.ask();
  let isAnswered = false;
  void reads.answered().then(() => {
    isAnswered = true;
  });
  answers.works.resolve(PAGE);
  answers.reviews.resolve(PAGE);
  await Promise.resolve();
  expect(isAnswered).toBe(false);
  answers.quotes.reject(new Error('cut'));
  await vi.waitFor(() => expect(isAnswered).toBe(true));
});

it('an answer that nobody has taken for ten seconds is old: the editor was open meanwhile', () => {
  const { reads, clock, asked } = open();
  reads.ask();
  clock.now = 9_999;
  void reads.works();
  expect(asked()).toEqual([1, 1, 1]);
  clock.now = 10_000;
  void reads.reviews();
  expect(asked()).toEqual([1, 2, 1]);
});
