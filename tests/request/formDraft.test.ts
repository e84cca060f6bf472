/** The draft of what is in the form: loading, saving and deleting it, its id and its time, and what other tabs do. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_CONTENT, type Content } from '../../machines/requestFormContext';
import type { LoadedDraft, OutboxLists } from '../../src/outbox/port';
import {
  createFormDraft,
  createOutboxNews,
  createSpamSignals,
} from '../../src/request/running/formDraft';
import { createImageFiles } from '../../src/request/running/formFiles';
import { chosen, FIELDS, fakeDrafts, summary } from '../support/fakeOutbox';

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeEach(() => log.mockClear());

const OPENED_AT = 1000;
const facts = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg' });
const contentWith = (...ids: string[]): Content => ({
  ...EMPTY_CONTENT,
  fields: FIELDS,
  images: ids.map(facts),
});
const stored = (...ids: string[]): LoadedDraft => ({ fields: FIELDS, images: ids.map(chosen) });
const EMPTY: OutboxLists = { waiting: [], sentRequests: [] };

function create(draft?: LoadedDraft, read = async () => EMPTY) {
  const drafts = fakeDrafts(draft);
  const files = createImageFiles();
  let changes = 0;
  const inForm = createFormDraft({
    drafts: drafts.port,
    outbox: { read },
    files,
    signals: createSpamSignals(() => OPENED_AT),
    newId: () => `draft ${(changes += 1)}`,
  });
  const load = (signal = new AbortController().signal) => inForm.load(signal);
  const choose = (...ids: string[]) => ids.forEach((id) => files.add(id, chosen(id).file));
  return { inForm, drafts, files, load, choose };
}

describe('a draft that is loaded', () => {
  const touchedDaysAgo = (days: number) => new Date().setDate(new Date().getDate() - days);

  it.each([
    ['today', touchedDaysAgo(0), false],
    ['yesterday', touchedDaysAgo(1), true],
    ['at an unknown time', undefined, false],
  ])('says whether it is of an earlier day (%s)', async (_, touchedAt, isFromEarlierDay) => {
    const { load, files } = create({ ...stored('d'), ...(touchedAt && { touchedAt }) });
    const draft = { fields: FIELDS, images: [facts('d')] };
    expect(await load()).toEqual({ draft, isFromEarlierDay });
    expect(files.withFiles([facts('d')])).toMatchObject([{ id: 'd', isStored: true }]);
  });

  it('says which pictures the device cannot read any more', async () => {
    const { load } = create({ ...stored(), lost: ['gone.jpg'] });
    expect(await load()).toMatchObject({ lost: ['gone.jpg'] });
  });

  it('is tried twice', async () => {
    const { load, drafts } = create(stored());
    vi.spyOn(drafts.port, 'load').mockRejectedValueOnce(new Error('too slow'));
    expect(await load()).toMatchObject({ draft: { fields: FIELDS } });
  });

  it('too late is not the one in the form', async () => {
    const { inForm, load } = create({ ...stored('d'), id: 'theirs' });
    expect(await load(AbortSignal.abort())).toEqual({});
    expect(inForm.id()).toBe('draft 1');
  });

  it('and that another tab has sent meanwhile is followed', async () => {
    const record = summary('theirs', { imageNames: ['d.jpg'] });
    const read = async () => ({ ...EMPTY, waiting: [record] });
    const { inForm, load } = create({ ...stored('d'), id: 'theirs' }, read);
    expect(await load()).toEqual({ submittedKey: 'theirs' });
    expect(inForm.id()).toBe('draft 1');
  });

  it('stays although it is not known whether another tab has sent it', async () => {
    const { load } = create({ ...stored('d'), id: 'theirs' }, () =>
      Promise.reject(new Error('No database.')),
    );
    expect(await load()).toMatchObject({ draft: { images: [facts('d')] } });
    expect(log).toHaveBeenCalledOnce();
  });
});

it('a draft has its id until it is changed, and loses it when it is sent, deleted or released', async () => {
  const { inForm, load } = create({ ...stored('d'), id: 'theirs' });
  await load();
  expect(inForm.id()).toBe('theirs');
  await inForm.save(contentWith('d'));
  expect(inForm.id()).toBe('draft 2');
  const ends = [() => inForm.becomeRequest('disk'), () => inForm.clear([]), () => inForm.release()];
  for (const end of ends) {
    const before = inForm.id();
    end();
    expect(inForm.id()).not.toBe(before);
  }
});

it('a draft keeps the fields of a newer version until it is sent', async () => {
  const { inForm, drafts, load } = create({ ...stored(), preferredDate: 'May' } as LoadedDraft);
  await load();
  await inForm.save(contentWith());
  const draft = { fields: FIELDS, images: [], openedAt: OPENED_AT };
  expect(drafts.stored()).toEqual({ ...draft, id: 'draft 2', preferredDate: 'May' });
  inForm.becomeRequest('disk');
  await inForm.save(contentWith());
  expect(drafts.stored()).toEqual({ ...draft, id: 'draft 4' });
});

describe('the files of a draft', () => {
  it('are written once, and deleted with their images', async () => {
    const { inForm, drafts, files, choose } = create();
    choose('one', 'left');
    await inForm.save(contentWith('one'));
    expect(files.get('left')).toBeUndefined();
    await inForm.save(contentWith('one'));
    choose('two');
    await inForm.save(contentWith('two'));
    expect(drafts.written).toEqual(['+one', '+two', '-one']);
  });

  it.each([
    ['belong to a request on the disk', 'disk', false],
    ['stay with the draft of a request in memory', 'memory', true],
  ] as const)('%s', async (_, store, isStored) => {
    const { inForm, files, choose } = create();
    choose('one');
    await inForm.save(contentWith('one'));
    inForm.becomeRequest(store);
    expect(files.withFiles([facts('one')])).toMatchObject([{ isStored }]);
  });

  it('of a record that is edited are new, and its lost pictures are named', () => {
    const { inForm, files } = create();
    const record = { ...stored('d'), replaces: 'k', lost: ['gone.jpg'] };
    const content = { fields: FIELDS, images: [facts('d')], replaces: 'k', lost: ['gone.jpg'] };
    expect(inForm.takeReopened(record)).toEqual(content);
    expect(files.withFiles([facts('d')])).toMatchObject([{ isStored: false }]);
  });
});

const sentRequest = (key: string) => ({ key, id: '1', sentAt: 1 });

it('the form hears what was saved and what was sent since it began to look', () => {
  const newsOf = createOutboxNews();
  const look = (waiting: string[], sent: string[]) =>
    newsOf(
      { waiting: waiting.map((key) => summary(key)), sentRequests: sent.map(sentRequest) },
      'mine',
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
  const lists = { waiting: [summary('mine')], sentRequests: [sentRequest('other')] };
  const newsOf = (draftId: string) => createOutboxNews()(lists, draftId);
  expect(newsOf('mine')).toEqual([{ type: 'draft.submitted', key: 'mine' }]);
  expect(newsOf('other')).toEqual([{ type: 'draft.submitted', key: 'other' }]);
  expect(newsOf('third')).toEqual([]);
});

const NOW = Date.UTC(2026, 5, 1);
const WRONG = Date.UTC(2019, 5, 1);
const MINUTE = 60_000;

it.each<[string, number, number | undefined, number, number]>([
  ['of an earlier visit count', NOW, NOW - MINUTE, NOW, 60],
  ['since now, for a draft without a time', NOW, undefined, NOW + MINUTE, 60],
  ['since now, for a draft of the future', NOW, NOW + MINUTE, NOW + MINUTE, 60],
  ['since now, for a draft before the first release', NOW, WRONG, NOW + MINUTE, 60],
  ['of an earlier visit count, if the clock is as wrong', WRONG, WRONG - MINUTE, WRONG, 60],
  ['are unknown once the clock was put right', WRONG, undefined, NOW, 0],
  ['are unknown once the clock was put back', NOW, undefined, WRONG, 0],
])('the seconds %s', (_, opened, draftOpenedAt, sent, seconds) => {
  let now = opened;
  const signals = createSpamSignals(() => now);
  signals.markOpened();
  signals.continueDraft(draftOpenedAt);
  now = sent;
  expect(signals.read()).toEqual({ honeypot: '', seconds });
});
