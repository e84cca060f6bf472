// The work editor: its scenarios execute every state and transition.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workEditor } from '../../machines/workEditor';
import { assertComplete } from '../support/machineCoverage';
import { done, failed } from '../support/machinePaths';
import {
  isDay,
  keptOf,
  type EditorEvent,
  type KeptWork,
  type Side,
  type StoredWork,
} from '../../machines/workEditorContext';
import {
  TODAY,
  STORED,
  OPENED,
  titled,
  onDay,
  chosen,
  prepared,
  unusable,
  removed,
  moved,
  sided,
  covering,
  ended,
  progress,
  SUBMITTED,
  DISCARDED,
  TAKEN_BACK,
  ADDED,
  GO_ON,
  BACK,
  RETRY,
  addressed,
  ACCOUNT,
  LONG,
  picture,
  KEPT,
  ADDRESSED,
  UNPREPARED,
  beginEditor,
  openEditor,
} from './editorEvents';
import './correctionScenarios';

/** A new work. */
const start = (kept: KeptWork | null = null) => openEditor(null, kept);

/** The phone keeps nothing. */
const OPENED_EMPTY = done('loadWork', null);

/** A work that lacks nothing, in front of the press. */
const ready = () => start(KEPT);

/** One that is on its way under the id `elm`. */
function publishing() {
  const editor = ready();
  expect(editor.run(SUBMITTED, addressed('elm'))).toBe('sending');
  return editor;
}

describe('a work in the editor', () => {
  it('begins with today, and nothing', () => {
    const { context, run } = start();
    expect(run()).toBe('writing');
    expect(keptOf(context())).toEqual({
      title: '',
      day: TODAY,
      pictures: [],
      cover: null,
      salt: '',
      isSubmitted: false,
      workId: null,
      earlierId: null,
      stored: null,
      account: ACCOUNT,
    });
  });

  it('is empty where the phone cannot say what it keeps', () => {
    const { run, context } = beginEditor(null);
    expect(run(failed('loadWork'))).toBe('writing');
    expect(keptOf(context())).toMatchObject({ title: '', day: TODAY, pictures: [] });
  });

  it('has its pictures in the order of each side, and none leaves its side', () => {
    const { run, ids } = start();
    run(chosen('before', 'b1'), chosen('after', 'a1', 'a2'), chosen('before', 'b2'));
    const sides = () => ['b', 'a'].map((side) => ids().filter((id) => id.startsWith(side)));
    run(moved('b1', 1));
    expect(sides()).toEqual([
      ['b2', 'b1'],
      ['a1', 'a2'],
    ]);
    run(moved('a2', -1));
    expect(sides()).toEqual([
      ['b2', 'b1'],
      ['a2', 'a1'],
    ]);
    run(moved('a2', -1), moved('b1', 1), moved('gone', 1));
    expect(sides()).toEqual([
      ['b2', 'b1'],
      ['a2', 'a1'],
    ]);
  });

  it('has a picture on the other side, behind the others there, when it is moved', () => {
    const { run, pictures } = start();
    run(chosen('before', 'b1'), chosen('after', 'a1', 'a2'), sided('a1'), sided('gone'));
    expect(pictures().map(({ id, side }) => [id, side])).toEqual([
      ['b1', 'before'],
      ['a2', 'after'],
      ['a1', 'before'],
    ]);
  });

  it('has at most eight pictures, and names those that are left out', () => {
    const { run, ids, context } = start();
    run(chosen('before', '1', '2', '3', '4', '5'), chosen('after', '6', '7', '8', '9', '10'));
    expect(ids()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    // Of its first pictures.
    expect(context().salt).toBe('salt of 1');
    expect(context().leftOut).toEqual(['9.jpg', '10.jpg']);
  });

  it('has no cover that was removed', () => {
    const { run, context } = ready();
    expect(context().cover).toBe('b');
    run(removed('b'));
    expect(context().cover).toBeNull();
    run(covering('b'));
    expect(context().cover).toBeNull();
  });
});

describe('a press on Publish', () => {
  it.each([
    ['titleMissing', titled('\u200b \u00a0'), titled('Elm')],
    ['titleTooLong', LONG, titled('Elm')],
    ['dayMissing', onDay(''), onDay(TODAY)],
    ['dayMissing', onDay('2026-02-30'), onDay(TODAY)],
    ['dayInFuture', onDay('2026-05-05'), onDay(TODAY)],
    ['afterMissing', removed('a'), chosen('after', 'c')],
    ['unusablePicture', unusable('b'), removed('b')],
  ])('sends nothing and says %s until that is mended, and then goes on', (problem, bad, good) => {
    const editor = ready();
    expect(editor.run(bad, SUBMITTED, progress(1))).toBe('writing');
    expect([editor.problem(), editor.context().workId]).toEqual([problem, null]);
    editor.run(good);
    expect(editor.problem()).toBeNull();
    expect(editor.run(SUBMITTED, prepared('c'))).toBe('sending');
  });

  it('takes the day that it is: a page that stays open past midnight refuses no work of today', () => {
    const { run } = ready();
    expect(run(onDay('2026-05-05'), SUBMITTED)).toBe('writing');
    expect(run({ type: 'today.changed', today: '2026-05-05' }, SUBMITTED)).toBe('sending');
  });

  it('waits for pictures that are being prepared, also for those that are chosen meanwhile', () => {
    const { run, ids } = start(UNPREPARED);
    expect(run(SUBMITTED)).toBe('preparing');
    expect(run(chosen('before', 'late'))).toBe('preparing');
    expect(run(prepared('a'))).toBe('preparing');
    expect(ids()).toEqual(['a', 'late']);
    expect(run(prepared('late'))).toBe('sending');
  });

  it('is answered by a picture that turns out unusable, or too small for the card', () => {
    const failing = start(UNPREPARED);
    expect(failing.run(SUBMITTED, unusable('a'))).toBe('writing');
    expect(failing.problem()).toBe('unusablePicture');
    const small = start(UNPREPARED);
    expect(small.run(SUBMITTED, prepared('a', true))).toBe('writing');
    expect(small.problem()).toBe('coverTooSmall');
    small.run(chosen('after', 'c'), prepared('c'), covering('c'));
    expect(small.problem()).toBeNull();
    expect(small.run(SUBMITTED)).toBe('sending');
  });

  it('can be taken back while it waits, and nothing is published by itself then', () => {
    const waiting = start(UNPREPARED);
    expect(waiting.run(SUBMITTED, TAKEN_BACK, prepared('a'))).toBe('writing');
    const offline = ready();
    expect(offline.run(SUBMITTED, failed('sendWork'))).toBe('stopped');
    expect(offline.run(TAKEN_BACK, BACK)).toBe('writing');
    expect(offline.phone.kept).toEqual(KEPT);
  });
});

describe('publishing', () => {
  it('is not begun twice by a second press', () => {
    const { run, child } = publishing();
    const sending = child('sendWork');
    expect(run(SUBMITTED, GO_ON, BACK, DISCARDED, ADDED)).toBe('sending');
    expect(child('sendWork')).toBe(sending);
  });

  it('ends with nothing kept, and another work can be added', () => {
    const { run, context, child } = publishing();
    expect(run(ended('stored'))).toBe('done');
    expect(child('clearWork')).toBeDefined();
    expect(run(done('clearWork'), ADDED, OPENED_EMPTY)).toBe('writing');
    expect(keptOf(context())).toMatchObject({ title: '', pictures: [], workId: null });
  });

  it('ends also where the phone does not forget it: sent again, it is found as it is', () => {
    expect(publishing().run(ended('stored'), failed('clearWork'))).toBe('done');
  });

  it.each([GO_ON, BACK, RETRY])('without an answer goes on under the same id: %o', (event) => {
    const { run, inputOf } = publishing();
    expect(run(ended('unreachable'))).toBe('stopped');
    // The work may be in the gallery already, so nothing of it can be changed.
    expect(run(titled('Other'), TAKEN_BACK, removed('a'))).toBe('stopped');
    expect(run(event)).toBe('sending');
    expect(inputOf('sendWork')).toEqual(ADDRESSED);
  });

  it('forgets an address that another work has taken, and keeps the next one', () => {
    const { run, phone } = publishing();
    expect(run(addressed(null))).toBe('sending');
    expect(phone.kept).toMatchObject({ isSubmitted: true, workId: null });
    run(addressed('elm-2'));
    expect(phone.kept).toMatchObject({ isSubmitted: true, workId: 'elm-2' });
  });

  it('says that the quota is used up, and goes on by itself as without an answer', () => {
    const { run, inputOf, reason } = publishing();
    expect([run(ended('exhausted')), reason()]).toEqual(['stopped', 'exhausted']);
    expect(run(RETRY)).toBe('sending');
    expect(inputOf('sendWork')).toEqual(ADDRESSED);
    const unaddressed = ready();
    expect(unaddressed.run(SUBMITTED, ended('exhausted'), TAKEN_BACK)).toBe('writing');
  });

  it('that is refused keeps all, and goes on only when it is pressed', () => {
    const { run, phone, reason } = publishing();
    expect([run(ended('refused'), BACK, RETRY), reason()]).toEqual(['stopped', 'refused']);
    expect(run(DISCARDED)).toBe('stopped');
    expect(phone.kept).toEqual(ADDRESSED);
    expect(run(GO_ON)).toBe('sending');
    expect(run(ended('refused'), TAKEN_BACK)).toBe('writing');
    // Opened again, it is in the form: it was taken back.
    expect(phone.kept).toEqual({ ...KEPT, earlierId: 'elm' });
    expect(start(phone.kept).run()).toBe('writing');
  });

  it('is refused where every address of its title is taken, until it has another title', () => {
    const { run, problem, phone, reason } = ready();
    expect(run(SUBMITTED, ended('titleTaken'), BACK)).toBe('stopped');
    expect([problem(), reason()]).toEqual(['titleTaken', 'titleTaken']);
    expect(phone.kept).toMatchObject({ isSubmitted: true, workId: null });
    expect(run(TAKEN_BACK)).toBe('writing');
    expect(problem()).toBe('titleTaken');
    run(titled('Elm Street'));
    expect(problem()).toBeNull();
  });

  it('stops for a picture that the phone has lost, and is not told to by one that was removed', () => {
    const losing = publishing();
    const lost: EditorEvent = { type: 'picture.failed', id: 'b', problem: 'lost' };
    expect(losing.run(lost)).toBe('writing');
    expect(losing.problem()).toBe('unusablePicture');
    expect(losing.pictures()[0]).toEqual(
      picture('b', { side: 'before', state: 'unusable', problem: 'lost' }),
    );
    expect(losing.run(SUBMITTED)).toBe('writing');

    const removing = start({ ...KEPT, pictures: [...KEPT.pictures, ...UNPREPARED.pictures] });
    removing.run(chosen('after', 'slow'), removed('slow'), prepared('a'), SUBMITTED);
    expect(removing.run(addressed('elm'))).toBe('sending');
    expect(removing.run({ ...lost, id: 'slow' }, unusable('slow'))).toBe('sending');
  });
});

describe('a new work, another version of which has arrived by an earlier try', () => {
  const ELM: StoredWork = { ...STORED, id: 'elm', title: 'Elm, as it was sent' };

  it('is shown with both, and the own version is a correction of the other', () => {
    const { run, phone, context, inputOf } = publishing();
    expect(run(ended('conflict', ELM))).toBe('conflicting');
    // Opened again, it is in the form, and goes where the earlier try stands, whatever its title is then.
    expect(phone.kept).toEqual({ ...KEPT, earlierId: 'elm' });
    expect(run(SUBMITTED)).toBe('sending');
    expect(inputOf('sendWork')).toEqual({ ...ADDRESSED, earlierId: 'elm', stored: ELM });
    expect(run(ended('stored', { ...ELM, title: 'Elm' }), done('clearWork'))).toBe('done');
    expect(run(ADDED, OPENED_EMPTY)).toBe('writing');
    expect(keptOf(context())).toMatchObject({ title: '', stored: null, workId: null });
  });

  it('is a draft again where somebody has removed the other version', () => {
    const { run, phone } = publishing();
    run(ended('conflict', ELM), SUBMITTED);
    expect(run(ended('removed'))).toBe('closed');
    expect(phone.kept).toMatchObject({
      title: 'Elm',
      isSubmitted: false,
      workId: null,
      stored: null,
      account: ACCOUNT,
    });
    expect(run({ type: 'opening.retried' })).toBe('opening');
    expect(run(done('loadWork', phone.kept), SUBMITTED)).toBe('sending');
  });

  it('is discarded where the other version is right', () => {
    const { run, context } = publishing();
    expect(run(ended('conflict', ELM), DISCARDED, done('clearWork'), OPENED_EMPTY)).toBe('writing');
    expect(keptOf(context())).toMatchObject({ title: '', stored: null });
  });
});

describe('when the tab dies', () => {
  /** Where the next page is with a kept work. */
  const stateOf = ({ isSubmitted, pictures }: KeptWork) => {
    if (!isSubmitted) return 'writing';
    if (pictures.some(({ state }) => state === 'preparing')) return 'preparing';
    return 'sending';
  };
  const steps = fc.oneof(
    fc.constantFrom('Elm', '', 'Oak and brass').map(titled),
    fc.constantFrom(TODAY, '2026-05-01', '').map(onDay),
    fc
      .tuple(fc.constantFrom('before', 'after'), fc.integer({ min: 1, max: 3 }))
      .map(([side, count]) => ({ side, count })),
    fc.constantFrom(
      ...['1', '2', '3', '4'].flatMap((id) => [
        prepared(id),
        unusable(id),
        removed(id),
        covering(id),
        moved(id, 1),
        moved(id, -1),
      ]),
      SUBMITTED,
      SUBMITTED,
      GO_ON,
      BACK,
      TAKEN_BACK,
      ...(['titleTaken', 'refused', 'unreachable', 'sessionEnded'] as const).map((outcome) =>
        ended(outcome),
      ),
    ),
    fc.constantFrom(addressed('elm'), addressed(null), failed('sendWork')),
  );

  it('all that was entered is kept, and publishing goes on exactly if “Publish” was pressed', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 40 }), (walk) => {
        const editor = start();
        let count = 0;
        for (const step of walk) {
          if ('count' in step) {
            const ids = Array.from({ length: step.count }, () => String((count += 1)));
            editor.run(chosen(step.side as Side, ...ids));
            // Each is in the work, or named.
            const leftOut = editor.context().leftOut as string[];
            const isTold = (id: string) =>
              editor.ids().includes(id) || leftOut.includes(`${id}.jpg`);
            expect(ids.filter((id) => !isTold(id))).toEqual([]);
          } else if (!('actorId' in step) || editor.child(step.actorId as string)) {
            editor.run(step);
          }
          const shown = keptOf(editor.context());
          // Nothing is kept before there is anything to keep.
          if (!editor.phone.kept) continue;
          expect(editor.phone.kept).toEqual(shown);
          const again = start(editor.phone.kept);
          expect(keptOf(again.context())).toEqual(shown);
          expect(again.run()).toBe(stateOf(shown));
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('under an address, the press is not taken back: the work may be in the gallery', () => {
    const { run } = start({ ...UNPREPARED, isSubmitted: true, workId: 'elm' });
    expect(run(TAKEN_BACK)).toBe('preparing');
    expect(run(prepared('a'))).toBe('sending');
  });

  it('after the work was published and before it was cleared, the next page finds it published', () => {
    const { run, phone } = publishing();
    run(ended('stored'));
    const next = start(phone.kept);
    expect(next.run()).toBe('sending');
    expect(next.inputOf('sendWork')).toEqual(ADDRESSED);
    expect(next.run(ended('stored'), done('clearWork'))).toBe('done');
  });
});

describe('a work of another account, and another work', () => {
  const theirs: KeptWork = { ...ADDRESSED, account: 'sam@example.com' };

  it('is neither shown nor sent where another account has begun it, and says whose it is', () => {
    const { run, context, reason, phone } = start(theirs);
    expect([run(BACK, GO_ON, SUBMITTED), reason()]).toEqual(['closed', 'foreign']);
    expect(context()).toMatchObject({ title: '', pictures: [], keptBy: 'sam@example.com' });
    expect(phone.kept).toBe(theirs);
    expect(run(DISCARDED, done('clearWork'), OPENED_EMPTY)).toBe('writing');
  });

  it('is own where an earlier version of the page has kept it: that knew no account', () => {
    const { run, context } = start({ ...KEPT, account: '' });
    expect([run(), context().account]).toEqual(['writing', ACCOUNT]);
  });

  it('comes before a new one where it is the correction of a stored one', () => {
    const { run, reason, context } = start({ ...OPENED, title: 'Mine' });
    expect([run(), reason(), context().title]).toEqual(['closed', 'occupied', 'Mine']);
    expect(run(DISCARDED, done('clearWork'), OPENED_EMPTY)).toBe('writing');
    expect(keptOf(context())).toMatchObject({ title: '', stored: null, account: ACCOUNT });
  });
});

describe('discarding', () => {
  it('waits until the phone has forgotten the work, and begins anew', () => {
    const { run, context } = ready();
    expect(run(DISCARDED, prepared('a'), titled('x'))).toBe('discarding');
    expect(run(done('clearWork'), OPENED_EMPTY)).toBe('writing');
    expect(keptOf(context())).toMatchObject({ title: '', day: TODAY, pictures: [] });
  });

  it('is possible while no answer comes: nothing goes on by itself then', () => {
    const { run, context, child } = publishing();
    expect(run(ended('unreachable'), DISCARDED)).toBe('discarding');
    expect(run(BACK, GO_ON, done('clearWork'), OPENED_EMPTY, BACK)).toBe('writing');
    expect(child('sendWork')).toBeUndefined();
    expect(keptOf(context())).toMatchObject({ title: '', pictures: [], workId: null });
  });

  it('that fails shows what the phone has then', () => {
    const { run, context } = ready();
    expect(run(DISCARDED, failed('clearWork'), OPENED_EMPTY)).toBe('writing');
    expect(keptOf(context())).toMatchObject({ title: '', pictures: [] });
  });

  it('tells by name what a camera brings meanwhile', () => {
    const { run, context } = publishing();
    run(chosen('after', 'late'));
    expect([context().leftOut, context().pictures]).toEqual([['late.jpg'], KEPT.pictures]);
  });
});

it('a day is one that the calendar has', () => {
  const days = [
    '2026-05-04',
    '2024-02-29',
    '2026-02-29',
    '0026-05-04',
    '2026-13-01',
    '2026-5-4',
    '1999-12-31',
    '',
  ];
  expect(days.filter(isDay)).toEqual(['2026-05-04', '2024-02-29']);
});

it('the scenarios execute every state and transition', () => assertComplete(workEditor));
