// The work editor with its effects, over a phone and a server that the test plays.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, type Actor } from 'xstate';
import { network } from '../../src/lib/network';
import type { PublishPort } from '../../src/owner/ports';
import { editorWithEffects, type EditorPorts } from '../../src/owner/works/workEditorEffects';
import type { PreparedWorkPicture } from '../../src/pictures/prepareWorkPicture';
import { deferred, type Deferred } from '../support/deferred';
import { eventually } from '../support/eventually';
import {
  openedWork,
  type KeptWork,
  type PublishOutcome,
  type WorkPicture,
} from '../../machines/workEditorContext';

const TODAY = '2026-05-04';
const PREPARED: PreparedWorkPicture = {
  hash: '0123456789abcdef',
  width: 1600,
  height: 1200,
  placeholder: 'A'.repeat(48),
  type: 'image/webp',
  renderings: [{ width: 1600, bytes: new ArrayBuffer(3) }],
  thumb: new ArrayBuffer(1),
};
const picture = (id: string, change: Partial<WorkPicture> = {}): WorkPicture => ({
  id,
  name: `${id}.jpg`,
  side: 'after',
  state: 'ready',
  ...change,
});
/** A work whose title is as somebody typed it, and what of it is published. */
const KEPT: KeptWork = {
  title: ' Elm\u200b ',
  day: TODAY,
  pictures: [picture('b', { side: 'before' }), picture('a')],
  cover: null,
  salt: 'salt',
  isSubmitted: false,
  workId: null,
  stored: null,
};
const PUBLISHED = { ...KEPT, title: 'Elm', isSubmitted: true, workId: 'elm' };

/** A stored work. */
const OAK = {
  id: 'oak',
  title: 'Oak',
  created: new Date(2026, 4, 1, 10, 20, 30, 400).toISOString(),
  cover: { url: 'o1', thumb: 't1' },
  before: [],
  after: [{ url: 'o1' }],
};

const actors: Actor<ReturnType<typeof editorWithEffects>>[] = [];
let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockReset().mockReturnValue();
});
afterEach(() => {
  for (const actor of actors.splice(0)) actor.stop();
});

interface Scene {
  kept?: KeptWork | null;
  /** Of a stored work to correct. */
  id?: string | null;
  /** Ids of pictures whose prepared bytes the phone has. */
  prepared?: string[];
}

function open({ kept = null, id = null, prepared = ['a', 'b'] }: Scene = {}) {
  /** What happens at the phone and at the server, in its order. */
  const happened: string[] = [];
  const note = (what: string) => void happened.push(what);
  const bytes = new Map(prepared.map((id) => [id, PREPARED]));
  const files = new Map<string, Blob>();
  const phone = {
    load: vi.fn(async () => kept),
    save: vi.fn(async ({ workId }: KeptWork) => note(`saved ${workId}`)),
    async keepFile(id: string, file: Blob) {
      note(`file ${id}`);
      files.set(id, file);
    },
    keepPrepared: async (id: string, each: PreparedWorkPicture) => void bytes.set(id, each),
    file: async (id: string) => files.get(id),
    prepared: async (id: string) => bytes.get(id),
    async removeFiles(ids: readonly string[]) {
      for (const id of ids) {
        note(`removed ${id}`);
        files.delete(id);
        bytes.delete(id);
      }
    },
    clear: vi.fn(async () => note('cleared')),
    isKept: async () => true,
  };
  const publish = vi.fn<PublishPort['publish']>(({ workId }) => {
    note(`publishing ${workId}`);
    return new Promise<PublishOutcome>(() => undefined);
  });
  const chooseId = vi.fn<PublishPort['chooseId']>(async () => 'elm');
  const work = vi.fn<EditorPorts['documents']['work']>(async () => OAK);
  const preparing: Deferred<void>[] = [];
  const prepare: EditorPorts['prepare'] = async () => {
    const next = deferred<void>();
    preparing.push(next);
    await next.promise;
    return { ok: true, picture: PREPARED };
  };
  const chosen = new Map<string, Blob>();
  const onSessionEnded = vi.fn();
  const publisher = { chooseId, publish };
  const ports = { documents: { work }, kept: phone, publisher, prepare, chosen };
  const machine = editorWithEffects(ports, onSessionEnded);
  const actor = createActor(machine, { input: { id, today: TODAY } }).start();
  actors.push(actor);
  const state = () => actor.getSnapshot().value;
  const reach = (expected: string) => eventually(() => expect(state()).toBe(expected));
  const choose = (...ids: string[]) => {
    for (const id of ids) chosen.set(id, new Blob([id]));
    const named = ids.map((id) => ({ id, name: `${id}.jpg` }));
    actor.send({ type: 'pictures.chosen', side: 'after', files: named, salt: 'salt' });
  };
  const scene = {
    actor,
    phone,
    publish,
    chooseId,
    work,
    onSessionEnded,
    happened,
    bytes,
  };
  return { ...scene, files, preparing, chosen, state, reach, choose };
}

/** A work that lacks nothing, on its way. */
async function publishing(outcome?: PublishOutcome) {
  const scene = open({ kept: KEPT });
  await scene.reach('writing');
  if (outcome) scene.publish.mockResolvedValueOnce(outcome);
  scene.actor.send({ type: 'work.submitted' });
  return scene;
}

describe('publishing', () => {
  it('asks for an address, and sends what somebody can read, with the bytes of all pictures', async () => {
    const { reach, chooseId, publish } = await publishing();
    await reach('publishing');
    await eventually(() => expect(publish).toHaveBeenCalledOnce());
    const all = new Map([
      ['b', PREPARED],
      ['a', PREPARED],
    ]);
    expect(chooseId.mock.calls).toEqual([[{ title: 'Elm', day: TODAY }, all]]);
    const [work, prepared] = publish.mock.calls[0]!;
    expect([work, prepared]).toEqual([PUBLISHED, all]);
  });

  it('asks nothing before the phone has kept the press, and sends nothing before it has kept the id', async () => {
    const scene = open({ kept: KEPT });
    await scene.reach('writing');
    const saves: Deferred<void>[] = [];
    scene.phone.save.mockImplementation(async ({ workId, isSubmitted }) => {
      const saved = deferred<void>();
      saves.push(saved);
      await saved.promise;
      scene.happened.push(`saved ${workId} ${isSubmitted}`);
    });
    const release = () => saves.splice(0).map((saved) => saved.resolve());
    scene.actor.send({ type: 'work.submitted' });
    await new Promise(setImmediate);
    expect([scene.state(), scene.chooseId.mock.calls]).toEqual(['addressing', []]);
    release();
    await scene.reach('publishing');
    await new Promise(setImmediate);
    expect(scene.publish).not.toHaveBeenCalled();
    release();
    await eventually(() => expect(scene.publish).toHaveBeenCalledOnce());
    expect(scene.happened).toEqual([
      'saved null true',
      'saved null true',
      'saved elm true',
      'saved elm true',
      'publishing elm',
    ]);
  });

  it('that has begun goes on when the page is opened again', async () => {
    const { reach, chooseId, publish } = open({ kept: { ...PUBLISHED, title: KEPT.title } });
    await reach('publishing');
    await eventually(() => expect(publish).toHaveBeenCalledOnce());
    expect(publish.mock.calls[0]![0]).toEqual(PUBLISHED);
    expect(chooseId).not.toHaveBeenCalled();
  });

  it('says how far it is, until the editor is closed, which breaks it off', async () => {
    const { actor, publish } = await publishing();
    await eventually(() => expect(publish).toHaveBeenCalledOnce());
    const [, , onProgress, signal] = publish.mock.calls[0]!;
    const progress = { sentBytes: 1, totalBytes: 2 };
    onProgress(progress);
    expect(actor.getSnapshot().context.progress).toEqual(progress);
    expect(signal.aborted).toBe(false);
    actor.stop();
    expect(signal.aborted).toBe(true);
    onProgress({ sentBytes: 2, totalBytes: 2 });
    expect(actor.getSnapshot().context.progress).toEqual(progress);
  });

  it('clears the phone only when the work is there', async () => {
    const { reach, phone } = await publishing({ outcome: 'published' });
    await reach('published');
    expect(phone.clear).toHaveBeenCalledOnce();
    const waiting = await publishing({ outcome: 'unreachable' });
    await waiting.reach('waiting');
    expect(waiting.phone.clear).not.toHaveBeenCalled();
  });

  it('chooses another address and keeps it when the first is taken', async () => {
    const scene = open({ kept: KEPT });
    await scene.reach('writing');
    scene.publish.mockImplementationOnce(async ({ workId }) => {
      scene.happened.push(`publishing ${workId}`);
      return { outcome: 'taken' };
    });
    scene.chooseId.mockResolvedValueOnce('elm').mockResolvedValueOnce('elm-2');
    scene.actor.send({ type: 'work.submitted' });
    await eventually(() => expect(scene.publish).toHaveBeenCalledTimes(2));
    expect(scene.happened.filter((what, at, all) => what !== all[at - 1])).toEqual([
      'saved null',
      'saved elm',
      'publishing elm',
      'saved null',
      'saved elm-2',
      'publishing elm-2',
    ]);
  });

  it('waits for the network where no address could be chosen, and goes on by itself', async () => {
    const scene = open({ kept: KEPT });
    await scene.reach('writing');
    const error = new TypeError('Failed to fetch');
    scene.chooseId.mockRejectedValueOnce(error);
    scene.actor.send({ type: 'work.submitted' });
    await scene.reach('waiting');
    expect(log.mock.calls.flat()).toContain(error);
    network.hinted(true);
    await scene.reach('publishing');
  });

  it('that breaks without an outcome is logged, and goes on later', async () => {
    const scene = open({ kept: KEPT });
    await scene.reach('writing');
    const error = new Error('A fault of this page.');
    scene.publish.mockRejectedValueOnce(error);
    scene.actor.send({ type: 'work.submitted' });
    await scene.reach('waiting');
    expect(log.mock.calls.flat()).toContain(error);
  });

  it('sends no work without a picture that the phone has lost, and names it', async () => {
    const scene = open({ kept: KEPT, prepared: ['a'] });
    await scene.reach('writing');
    scene.actor.send({ type: 'work.submitted' });
    await eventually(() => expect(scene.actor.getSnapshot().context.problem).not.toBeNull());
    expect(scene.state()).toBe('writing');
    expect(scene.actor.getSnapshot().context).toMatchObject({
      problem: 'unusablePicture',
      pictures: [
        picture('b', { side: 'before', state: 'unusable', problem: 'lost' }),
        picture('a'),
      ],
    });
    expect(scene.publish).not.toHaveBeenCalled();
  });

  it('waits where the phone cannot read a picture: that is not lost', async () => {
    const scene = open({ kept: PUBLISHED });
    const error = new Error('The phone does not answer.');
    const { prepared } = scene.phone;
    scene.phone.prepared = async () => {
      throw error;
    };
    await scene.reach('waiting');
    expect(log.mock.calls.flat()).toContain(error);
    scene.phone.prepared = prepared;
    scene.actor.send({ type: 'publish.clicked' });
    await eventually(() => expect(scene.publish).toHaveBeenCalledOnce());
  });

  it('without a sign-in tells the page and keeps the work', async () => {
    const { reach, onSessionEnded, phone } = await publishing({ outcome: 'sessionEnded' });
    await reach('waiting');
    expect(onSessionEnded).toHaveBeenCalledOnce();
    expect(phone.save.mock.lastCall).toEqual([{ ...PUBLISHED, title: KEPT.title }]);
  });
});

describe('pictures', () => {
  it('are all kept before the first is prepared, and prepared one after the other', async () => {
    const { choose, reach, happened, preparing, actor, chosen } = open();
    await reach('writing');
    choose('x', 'y', 'z');
    await eventually(() => expect(preparing).toHaveLength(1));
    await eventually(() => expect(chosen.size).toBe(0));
    expect(happened.filter((what) => what.startsWith('file'))).toEqual([
      'file x',
      'file y',
      'file z',
    ]);
    expect(preparing).toHaveLength(1);
    preparing[0]!.resolve();
    await eventually(() => expect(preparing).toHaveLength(2));
    const states = actor.getSnapshot().context.pictures.map(({ state }) => state);
    expect(states).toEqual(['ready', 'preparing', 'preparing']);
  });

  it('leave nothing behind when they or the work go while they are prepared', async () => {
    const { choose, reach, preparing, actor, bytes, files } = open({ prepared: [] });
    await reach('writing');
    choose('x');
    await eventually(() => expect(preparing).toHaveLength(1));
    actor.send({ type: 'work.discarded' });
    await reach('writing');
    files.clear();
    preparing[0]!.resolve();
    // The next one is prepared behind it.
    choose('y');
    await eventually(() => expect(preparing).toHaveLength(2));
    actor.send({ type: 'picture.removed', id: 'y' });
    preparing[1]!.resolve();
    await new Promise(setImmediate);
    expect([bytes.size, files.size, actor.getSnapshot().context.pictures]).toEqual([0, 0, []]);
  });

  it('that this page cannot prepare are named, and the next ones are prepared', async () => {
    const { choose, reach, preparing, actor, phone } = open();
    await reach('writing');
    const error = new Error('Out of memory.');
    phone.keepPrepared = async () => {
      throw error;
    };
    choose('x', 'y');
    await eventually(() => expect(preparing).toHaveLength(1));
    preparing[0]!.resolve();
    await eventually(() => expect(preparing).toHaveLength(2));
    expect(actor.getSnapshot().context.pictures[0]).toEqual(
      picture('x', { state: 'unusable', problem: 'failed' }),
    );
    expect(log.mock.calls.flat()).toContain(error);
  });
});

describe('a stored work', () => {
  const STORED = { ...OAK, day: '2026-05-01' };

  it('is what the server has, with the day of its moment by the clock of this phone', async () => {
    const { actor, reach, work, phone } = open({ id: 'oak' });
    await reach('writing');
    expect(work.mock.calls).toEqual([['oak']]);
    expect(actor.getSnapshot().context).toMatchObject(openedWork(STORED));
    // Nothing is kept before something is changed.
    expect(phone.save).not.toHaveBeenCalled();
  });

  it('is what the phone keeps of its correction, and nobody asks the server', async () => {
    const kept = { ...openedWork(STORED), title: 'Mine' };
    const { actor, reach, work } = open({ id: 'oak', kept });
    await reach('writing');
    expect(actor.getSnapshot().context.title).toBe('Mine');
    expect(work).not.toHaveBeenCalled();
  });

  it('is published under its id, with the bytes of the chosen pictures alone', async () => {
    const scene = open({ id: 'oak', prepared: [] });
    await scene.reach('writing');
    scene.choose('c');
    scene.actor.send({ type: 'title.changed', title: ' Oak and brass ' });
    scene.actor.send({ type: 'work.submitted' });
    await eventually(() => expect(scene.preparing).toHaveLength(1));
    scene.preparing[0]!.resolve();
    await scene.reach('publishing');
    await eventually(() => expect(scene.publish).toHaveBeenCalledOnce());
    const [work, prepared] = scene.publish.mock.calls[0]!;
    expect(work).toEqual({
      ...openedWork(STORED),
      title: 'Oak and brass',
      pictures: [...openedWork(STORED).pictures, picture('c')],
      salt: 'salt',
      isSubmitted: true,
    });
    expect([...prepared.keys()]).toEqual(['c']);
    expect(scene.chooseId).not.toHaveBeenCalled();
  });

  it('with a title that only its server takes is not changed by a press', async () => {
    const odd = openedWork({ ...STORED, title: ' Oak ' });
    const scene = open({ id: 'oak', kept: odd });
    await scene.reach('writing');
    scene.actor.send({ type: 'work.submitted' });
    await eventually(() => expect(scene.publish).toHaveBeenCalledOnce());
    expect(scene.publish.mock.calls[0]![0].title).toBe(' Oak ');
  });
});
