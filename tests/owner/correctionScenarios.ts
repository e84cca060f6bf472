// A stored work in the editor: opening it, correcting it, and what somebody else does to it meanwhile.
import { describe, expect, it } from 'vitest';
import { done, failed } from '../support/machinePaths';
import {
  keptOf,
  openedWork,
  roomFor,
  storedPictures,
  type KeptWork,
  type StoredWork,
} from '../../machines/workEditorContext';
import {
  ACCOUNT,
  TODAY,
  image,
  STORED,
  THEIRS,
  OPENED,
  titled,
  onDay,
  chosen,
  prepared,
  unusable,
  removed,
  sided,
  covering,
  UNDONE,
  ended,
  progress,
  SUBMITTED,
  DISCARDED,
  TAKEN_BACK,
  BACK,
  picture,
  beginEditor,
  openEditor,
} from './editorEvents';

describe('a stored work', () => {
  /** With what the phone keeps, or else the server has. */
  const open = (found: KeptWork | null = OPENED) => openEditor('oak', found);

  it('is shown as it is, with its pictures', () => {
    const { run, context } = open();
    expect(run()).toBe('writing');
    expect(keptOf(context())).toEqual({
      title: 'Oak',
      day: '2026-05-01',
      pictures: [
        { id: 'o1', side: 'before', name: '', state: 'stored', image: image('o1') },
        {
          id: 'o2',
          side: 'after',
          name: '',
          state: 'stored',
          image: { ...image('o2'), thumb: 't2' },
        },
        { id: 'o3', side: 'after', name: '', state: 'stored', image: image('o3') },
      ],
      cover: 'o2',
      salt: '',
      isSubmitted: false,
      workId: 'oak',
      earlierId: null,
      stored: STORED,
      account: ACCOUNT,
    });
  });

  it('that the server does not tell is asked for again, by a press or with the network', () => {
    for (const event of [{ type: 'opening.retried' } as const, BACK]) {
      const editor = beginEditor('oak');
      expect(editor.run(failed('loadWork'))).toBe('closed');
      expect(editor.run(event)).toBe('opening');
      expect(editor.inputOf('loadWork')).toBe('oak');
      expect(editor.run(done('loadWork', OPENED))).toBe('writing');
    }
  });

  it('that the gallery does not have cannot be opened, until it is put back', () => {
    const { run, reason } = open(null);
    expect([run(titled('x'), DISCARDED, BACK), reason()]).toEqual(['closed', 'missing']);
    expect(run({ type: 'opening.retried' })).toBe('opening');
    expect(run(done('loadWork', OPENED))).toBe('writing');
  });

  it('waits for the correction of another work, until that is discarded', () => {
    const { run, context, reason } = open({ ...openedWork({ ...STORED, id: 'elm' }), title: 'x' });
    expect([run(), reason()]).toEqual(['closed', 'occupied']);
    expect(context()).toMatchObject({ id: 'oak', workId: 'elm' });
    expect(run(titled('x'), DISCARDED)).toBe('discarding');
    expect(run(done('clearWork'))).toBe('opening');
    expect(run(done('loadWork', OPENED))).toBe('writing');
  });

  it('is corrected under its own address: texts, pictures and card', () => {
    const { run, inputOf, phone } = open();
    run(titled('Oak and brass'), onDay(TODAY), removed('o3'), sided('o1'), covering('o1'));
    run(chosen('before', 'n1'));
    expect(run(SUBMITTED)).toBe('preparing');
    expect(run(prepared('n1'))).toBe('sending');
    const submitted = {
      title: 'Oak and brass',
      day: TODAY,
      pictures: [
        {
          id: 'o2',
          side: 'after',
          name: '',
          state: 'stored',
          image: { ...image('o2'), thumb: 't2' },
        },
        { id: 'o1', side: 'after', name: '', state: 'stored', image: image('o1') },
        picture('n1', { side: 'before' }),
      ],
      cover: 'o1',
      salt: 'salt of n1',
      isSubmitted: true,
      workId: 'oak',
      earlierId: null,
      stored: STORED,
      account: ACCOUNT,
    };
    expect(inputOf('sendWork')).toEqual(submitted);
    // A page that is killed now goes on.
    expect(open(phone.kept).inputOf('sendWork')).toEqual(submitted);
    expect(run(SUBMITTED, titled('x'), DISCARDED)).toBe('sending');
  });

  it('is there as it was before when the correction is undone', () => {
    const { run, context, inputOf, reason } = open();
    const now: StoredWork = { ...STORED, title: 'New', before: [], after: [image('o3')] };
    run(titled('New'), removed('o1'), removed('o2'), SUBMITTED);
    expect([run(ended('stored', now), done('clearWork')), reason()]).toEqual(['done', 'stored']);
    expect(context()).toMatchObject({ title: 'New', stored: now, undoTo: STORED });
    expect(run(UNDONE)).toBe('sending');
    expect(inputOf('sendWork')).toEqual({ ...OPENED, isSubmitted: true, stored: now });
    expect([run(ended('stored', STORED)), reason()]).toEqual(['done', 'undone']);
    expect(context().undoTo).toEqual(now);
    // And the other way round: it is the correction again.
    expect(run(UNDONE)).toBe('sending');
    expect([run(ended('stored', now)), reason()]).toEqual(['done', 'stored']);
  });

  it('whose undo is taken over by another correction is not said to be undone', () => {
    const { run, reason } = open();
    const now: StoredWork = { ...STORED, title: 'New' };
    run(titled('New'), SUBMITTED, ended('stored', now), UNDONE);
    expect(run(ended('conflict', THEIRS), TAKEN_BACK, titled('Newer'), SUBMITTED)).toBe('sending');
    expect([run(ended('stored', { ...STORED, title: 'Newer' })), reason()]).toEqual([
      'done',
      'stored',
    ]);
    const reopened = open();
    reopened.run(titled('New'), SUBMITTED, ended('stored', now), UNDONE);
    expect(reopened.run(ended('stored', STORED), { type: 'editor.opened' })).toBe('opening');
    reopened.run(done('loadWork', OPENED), titled('Newer'), SUBMITTED);
    reopened.run(ended('stored', now));
    expect(reopened.reason()).toBe('stored');
  });

  it('keeps what somebody else has changed of it when the own correction is undone', () => {
    const { run, context, inputOf } = open();
    run(removed('o3'), SUBMITTED);
    const now: StoredWork = { ...STORED, title: 'Theirs', after: [image('o2')] };
    run(ended('stored', now));
    expect(context().undoTo).toEqual({ ...STORED, title: 'Theirs' });
    run(UNDONE);
    expect(inputOf('sendWork')).toMatchObject({ title: 'Theirs', pictures: OPENED.pictures });
  });

  it('is opened anew after it was corrected, without the names of what was not added to it', () => {
    const { run, context } = open();
    run(titled('New'), SUBMITTED, ended('stored', { ...STORED, title: 'New' }));
    run(chosen('after', 'late'));
    expect(context().leftOut).toEqual(['late.jpg']);
    expect(run({ type: 'editor.opened' })).toBe('opening');
    expect(run(done('loadWork', OPENED))).toBe('writing');
    expect(context().leftOut).toEqual([]);
  });

  it('cannot become again what it was with a picture that the rules take no more', () => {
    const avif = { ...STORED, after: [image('o2'), image('o3', 'image/avif')] };
    const { run, context } = open(openedWork(avif));
    run(removed('o3'), SUBMITTED, ended('stored', { ...avif, after: [image('o2')] }));
    expect(context().undoTo).toBeNull();
    expect(run(UNDONE)).toBe('done');
  });

  it.each(['refused', 'unreachable', 'exhausted'] as const)(
    'whose correction was %s keeps it, and it can be taken back',
    (outcome) => {
      const { run, phone, reason } = open();
      expect(run(titled('New'), SUBMITTED, ended(outcome))).toBe('stopped');
      expect(reason()).toBe(outcome);
      expect(phone.kept).toMatchObject({ title: 'New', isSubmitted: true });
      expect(run(TAKEN_BACK)).toBe('writing');
      expect(phone.kept).toEqual({ ...OPENED, title: 'New' });
    },
  );

  it('without a sign-in tells the page, and goes on after the next one', () => {
    const { run, phone } = open();
    expect(run(titled('New'), SUBMITTED, ended('sessionEnded'))).toBe('stopped');
    expect(phone.tellRefusal).toHaveBeenCalledOnce();
    expect(open(phone.kept).run()).toBe('sending');
  });

  it('that somebody else has changed, too, is shown with both, and the owner chooses', () => {
    const begin = () => {
      const editor = open();
      editor.run(titled('Mine'), SUBMITTED);
      expect(editor.run(ended('conflict', THEIRS))).toBe('conflicting');
      expect(editor.context()).toMatchObject({ title: 'Mine', theirs: THEIRS, stored: STORED });
      // Nothing is written by itself over what they have made of it: not after a kill either.
      expect(open(editor.phone.kept).run()).toBe('writing');
      return editor;
    };
    // Only what was touched is a change of theirs.
    const both = { ...openedWork(THEIRS), title: 'Mine', account: ACCOUNT };
    const mine = begin();
    expect(mine.run(SUBMITTED)).toBe('sending');
    expect(mine.inputOf('sendWork')).toEqual({ ...both, isSubmitted: true });
    const again = begin();
    expect(again.run(TAKEN_BACK)).toBe('writing');
    expect(again.phone.kept).toEqual(both);
    const theirs = begin();
    expect(theirs.run(DISCARDED, done('clearWork'))).toBe('opening');
  });

  it.each([
    ['conflicting', ended('conflict', THEIRS)],
    ['closed', ended('removed')],
    ['done', ended('stored', STORED)],
    ['writing', unusable('o1')],
  ])('whose correction ends in %s does not say any more how much was sent', (state, event) => {
    const { run, context } = open();
    run(titled('Mine'), SUBMITTED, progress(1));
    expect(context().progress).toEqual({ sentBytes: 1, totalBytes: 100 });
    expect(run(event)).toBe(state);
    expect(context().progress).toBeNull();
  });

  it('keeps its own pictures against theirs where they were touched', () => {
    const { run, context } = open();
    run(covering('o3'), SUBMITTED, ended('conflict', THEIRS), TAKEN_BACK);
    const { pictures } = OPENED;
    expect(context()).toMatchObject({ title: 'Oak, theirs', pictures, cover: 'o3' });
  });

  it('that somebody else has removed keeps what was changed: it can be put back', () => {
    const { run, phone, reason } = open();
    expect(run(titled('Mine'), SUBMITTED, ended('removed'))).toBe('closed');
    expect(reason()).toBe('removed');
    expect(phone.kept).toEqual({ ...OPENED, title: 'Mine' });
    expect(run({ type: 'opening.retried' })).toBe('opening');
    expect(run(done('loadWork', phone.kept))).toBe('writing');
    const discarded = open();
    discarded.run(titled('Mine'), SUBMITTED, ended('removed'));
    expect(discarded.run(DISCARDED, done('clearWork'))).toBe('opening');
  });

  it('of a day to come, written by hand, can get a new title; another such day it cannot get', () => {
    const { run, problem } = open(openedWork({ ...STORED, day: '2027-01-01' }));
    expect(run(titled('New'), onDay('2027-01-02'), SUBMITTED)).toBe('writing');
    expect(problem()).toBe('dayInFuture');
    expect(run(onDay('2027-01-01'), SUBMITTED)).toBe('sending');
  });

  it('without an after picture, written by hand, can get a new title; no others are taken away', () => {
    const bare = open(openedWork({ ...STORED, after: [] }));
    expect(bare.run(titled('New'), SUBMITTED)).toBe('sending');
    const { run, problem } = open();
    expect(run(removed('o2'), removed('o3'), SUBMITTED)).toBe('writing');
    expect(problem()).toBe('afterMissing');
  });

  it('has as many pictures as it had, and at most eight new ones', () => {
    const images = (count: number) => Array.from({ length: count }, (_, at) => image(`p${at}`));
    const large = { ...STORED, after: images(12), before: [] };
    const pictures = storedPictures(large);
    expect(roomFor({ pictures, stored: large })).toBe(0);
    expect(roomFor({ pictures: pictures.slice(2), stored: large })).toBe(2);
    expect(roomFor({ pictures: [], stored: large })).toBe(8);
    expect(roomFor({ pictures: [picture('n1'), picture('n2')], stored: large })).toBe(6);
    expect(roomFor({ pictures: OPENED.pictures, stored: STORED })).toBe(5);
  });

  it('with the same picture twice has it twice', () => {
    const ids = storedPictures({ ...STORED, before: [image('o2')] }).map(({ id }) => id);
    expect(ids).toEqual(['o2', 'o2 2', 'o3']);
  });
});
