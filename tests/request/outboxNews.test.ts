import { expect, it } from 'vitest';
import { createOutboxNews } from '../../src/request/running/formDraft';
import { summary } from '../support/fakeOutbox';

const sentRequest = (key: string) => ({ key, id: '1', sentAt: 1 });

it('the form hears what was saved and what was sent since it began to look', () => {
  const newsOf = createOutboxNews();
  const look = (waiting: string[], sent: string[]) =>
    newsOf(
      { waiting: waiting.map((key) => summary(key)), sentRequests: sent.map(sentRequest) },
      undefined,
    );
  expect(look(['a'], ['old'])).toEqual([]);
  expect(look(['a', 'b'], ['old'])).toEqual([{ type: 'draft.dropped' }]);
  expect(look(['b'], ['old', 'a'])).toEqual([{ type: 'record.sent', key: 'a' }]);
  // Saved and sent between two looks.
  const both = [{ type: 'draft.dropped' }, { type: 'record.sent', key: 'c' }];
  expect(look(['b'], ['old', 'a', 'c'])).toEqual(both);
  // Not to be read for a moment.
  expect(look([], [])).toEqual([]);
  expect(look(['b'], ['old', 'a', 'c'])).toEqual([]);
});

it('the form hears that its very draft was sent by another tab, also if it looks late', () => {
  const waiting = [{ ...summary('a'), draftId: 'mine', imageNames: ['one.jpg'] }];
  const sentRequests = [{ ...sentRequest('b'), draftId: 'other' }];
  const newsOf = (draftId?: string) => createOutboxNews()({ waiting, sentRequests }, draftId);
  expect(newsOf('mine')).toEqual([{ type: 'draft.submitted', key: 'a' }]);
  expect(newsOf('other')).toEqual([{ type: 'draft.submitted', key: 'b' }]);
  expect(newsOf('third')).toEqual([]);
  expect(newsOf()).toEqual([]);
});
