// The work editor with its effects, over a phone and a server that the test plays.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, type Actor } from 'xstate';
import { network } from '../../src/lib/network';
import type { Sending, SendResult, SendWork } from '../../src/owner/editor/sending/sendWork';
import { editorWithEffects, type EditorPorts } from '../../src/owner/editor/workEditorEffects';
import type { PreparedWorkPicture } from '../../src/pictures/prepareWorkPicture';
import { ACCOUNT, KEPT as WRITTEN, picture, TODAY } from './editorEvents';
import { openKept } from './keptPhone';
import { preparedPicture } from './sampleWork';
import { deferred, type Deferred } from '../support/deferred';
import { eventually } from '../support/eventually';
import { EMPTY_WORK, openedWork, type KeptWork } from '../../machines/workEditorContext';

const PREPARED = preparedPicture(1);
/** A work whose title is as somebody typed it, and what of it is published. */
const KEPT: KeptWork = { ...WRITTEN, title: ' Elm\u200b ', cover: null };
const SUBMITTED = { ...KEPT, isSubmitted: true };
const ADDRESSED = { ...SUBMITTED, workId: 'elm' };

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
    ...openKept(),
    load: vi.fn(async () => kept),
    save: vi.fn(async ({ workId }: KeptWork) => note(`saved ${workId}`)),
    takeFile: (id: string, file: Blob) => void files.set(id, file),
    settled: vi.fn(async () => undefined),
    keepPrepared: async (id: string, each: PreparedWorkPicture) => void bytes.set(id, each),
    file: async (id: string) => files.get(id),
    prepared: async (id: string) => bytes.get(id),
    async removePicture(id: string) {
      files.delete(id);
      bytes.delete(id);
    },
    clear: vi.fn(async () => undefined),
  };
  /** Never answers, unless a test says otherwise. */
  const sendWork = vi.fn<SendWork>(() => new Promise<SendResult>(() => undefined));
  const work = vi.fn<EditorPorts['documents']['works']['read']>(async () => OAK);
  const preparing: Deferred<void>[] = [];
  const prepare: EditorPorts['prepare'] = async () => {
    const next = deferred<void>();
    preparing.push(next);
    await next.promise;
    return { ok: true, picture: PREPARED };
  };
  const onRefusal = vi.fn();
  const ports = { documents: { works: { read: work } }, kept: phone, sendWork, prepare };
  const machine = editorWithEffects({ ...ports, onRefusal });
  const actor = createActor(machine, { input: { id, today: TODAY, account: ACCOUNT } }).start();
  actors.push(actor);
  const state = () => actor.getSnapshot().value;
  const reach = (expected: string) => eventually(() => expect(state()).toBe(expected));
  const choose = (...ids: string[]) => {
    for (const id of ids) phone.takeFile(id, new Blob([id]));
    const named = ids.map((id) => ({ id, name: `${id}.jpg` }));
    actor.send({ type: 'pictures.chosen', side: 'after', files: named, salt: 'salt' });
  };
  const scene = {
    actor,
    phone,
    sendWork,
    work,
    onRefusal,
    happened,
    bytes,
  };
  return { ...scene, files, preparing, state, reach, choose };
}

/** A work that lacks nothing, on its way. */
async function sending(result?: SendResult) {
  const scene = open({ kept: KEPT });
  await scene.reach('writing');
  if (result) scene.sendWork.mockResolvedValueOnce(result);
  scene.actor.send({ type: 'work.submitted' });
  return scene;
}
const reason = ({ actor }: ReturnType<typeof open>) => actor.getSnapshot().context.reason;
const asked = ({ sendWork }: ReturnType<typeof open>): Sending => sendWork.mock.calls[0]![0];

describe('sending', () => {
  it('has the work and the bytes of all its pictures', async () => {
    const scene = await sending();
    await eventually(() => expect(scene.sendWork).toHaveBeenCalledOnce());
    expect(asked(scene).work).toEqual(SUBMITTED);
    expect([...asked(scene).prepared]).toEqual([
      ['b', PREPARED],
      ['a', PREPARED],
    ]);
  });

  it('begins when the phone has kept the press, and goes on when it has kept the address', async () => {
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
    expect([scene.state(), scene.sendWork.mock.calls]).toEqual(['sending', []]);
    release();
    await eventually(() => expect(scene.sendWork).toHaveBeenCalledOnce());
    void asked(scene)
      .keepAddress('elm')
      .then(() => scene.happened.push('goes on'));
    await new Promise(setImmediate);
    expect(scene.happened).toEqual(['saved null true', 'saved null true']);
    release();
    await eventually(() => expect(scene.happened.at(-1)).toBe('goes on'));
    expect(scene.happened.slice(2)).toEqual(['saved elm true', 'saved elm true', 'goes on']);
    expect(scene.actor.getSnapshot().context.workId).toBe('elm');
  });

  it('says how far it is, until the editor is closed, which breaks it off', async () => {
    const scene = await sending();
    await eventually(() => expect(scene.sendWork).toHaveBeenCalledOnce());
    const { onProgress, signal } = asked(scene);
    const progress = { sentBytes: 1, totalBytes: 2 };
    onProgress(progress);
    expect(scene.actor.getSnapshot().context.progress).toEqual(progress);
    expect(signal.aborted).toBe(false);
    scene.actor.stop();
    expect(signal.aborted).toBe(true);
    onProgress({ sentBytes: 2, totalBytes: 2 });
    expect(scene.actor.getSnapshot().context.progress).toEqual(progress);
  });

  it('keeps no address behind the end of the session, which has cleared the phone', async () => {
    const scene = await sending();
    await eventually(() => expect(scene.sendWork).toHaveBeenCalledOnce());
    const { keepAddress } = asked(scene);
    scene.actor.stop();
    scene.phone.save.mockClear();
    await expect(keepAddress('elm')).rejects.toThrow('aborted');
    expect(scene.phone.save).not.toHaveBeenCalled();
  });

  it('clears the phone only when the work is there', async () => {
    const { reach, phone } = await sending({ outcome: 'stored' });
    await reach('done');
    expect(phone.clear).toHaveBeenCalledOnce();
    const waiting = await sending({ outcome: 'unreachable' });
    await waiting.reach('stopped');
    expect(waiting.phone.clear).not.toHaveBeenCalled();
    network.hinted(true);
    await waiting.reach('sending');
  });

  it('that breaks without an outcome is logged, and goes on later', async () => {
    const scene = open({ kept: KEPT });
    await scene.reach('writing');
    const error = new Error('A fault of this page.');
    scene.sendWork.mockRejectedValueOnce(error);
    scene.actor.send({ type: 'work.submitted' });
    await scene.reach('stopped');
    expect(reason(scene)).toBe('unreachable');
    expect(log.mock.calls.flat()).toContain(error);
  });

  it.each<[string, string[], SendResult | undefined]>([
    ['the phone has lost', ['a'], undefined],
    ['Storage has lost', ['a', 'b'], { outcome: 'lost', picture: 'b' }],
  ])('sends no work without a picture that %s, and names it', async (_, prepared, result) => {
    const scene = open({ kept: KEPT, prepared });
    await scene.reach('writing');
    if (result) scene.sendWork.mockResolvedValueOnce(result);
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
    expect(scene.sendWork).toHaveBeenCalledTimes(result ? 1 : 0);
  });

  it('waits where the phone cannot read a picture: that is not lost', async () => {
    const scene = open({ kept: ADDRESSED });
    const error = new Error('The phone does not answer.');
    const { prepared } = scene.phone;
    scene.phone.prepared = async () => {
      throw error;
    };
    await scene.reach('stopped');
    expect(log.mock.calls.flat()).toContain(error);
    scene.phone.prepared = prepared;
    scene.actor.send({ type: 'sending.retried' });
    await eventually(() => expect(scene.sendWork).toHaveBeenCalledOnce());
  });

  it.each(['sessionEnded', 'refused'] as const)(
    'that ends as %s tells the page and keeps the work',
    async (outcome) => {
      const { reach, onRefusal, phone } = await sending({ outcome });
      await reach('stopped');
      expect(onRefusal.mock.calls).toEqual([[outcome]]);
      expect(phone.save.mock.lastCall).toEqual([SUBMITTED]);
      expect(phone.clear).not.toHaveBeenCalled();
    },
  );
});

describe('pictures', () => {
  it('are prepared when all that was chosen is written, and one after the other', async () => {
    const { choose, reach, phone, preparing, actor } = open();
    await reach('writing');
    const written = deferred<undefined>();
    phone.settled.mockReturnValue(written.promise);
    choose('x', 'y', 'z');
    await new Promise(setImmediate);
    expect(preparing).toEqual([]);
    written.resolve(undefined);
    await eventually(() => expect(preparing).toHaveLength(1));
    await new Promise(setImmediate);
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

describe('a new work', () => {
  const ERASED = { ...KEPT, title: ' ', pictures: [], day: '2026-04-27' };

  it.each([ACCOUNT, 'sam@example.com'])(
    'is of today, and of whoever is signed in, where %s has erased what was begun',
    async (account) => {
      const { actor, reach } = open({ kept: { ...ERASED, account } });
      await reach('writing');
      expect(actor.getSnapshot().context).toMatchObject({
        ...EMPTY_WORK,
        day: TODAY,
        account: ACCOUNT,
      });
    },
  );

  it('that has nothing but a chosen file is opened as it was left', async () => {
    const pictures = [picture('a')];
    const { actor, reach } = open({ kept: { ...ERASED, pictures } });
    await reach('writing');
    expect(actor.getSnapshot().context).toMatchObject({ ...ERASED, pictures });
  });
});

describe('a stored work', () => {
  const STORED = { ...OAK, day: '2026-05-01' };

  it('is what the server has, with the day of its moment by the clock of this phone', async () => {
    const { actor, reach, work, phone } = open({ id: 'oak' });
    await reach('writing');
    expect(work.mock.calls).toEqual([['oak']]);
    expect(actor.getSnapshot().context).toMatchObject({ ...openedWork(STORED), account: ACCOUNT });
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

  it.each(['elm', 'oak'])(
    'is read from the server where the phone keeps %s, of which nothing is changed',
    async (keptId) => {
      const unchanged = openedWork({ ...STORED, id: keptId, title: 'As it was' });
      const { actor, reach } = open({ id: 'oak', kept: unchanged });
      await reach('writing');
      expect(actor.getSnapshot().context).toMatchObject({
        ...openedWork(STORED),
        account: ACCOUNT,
      });
    },
  );

  it('is sent under its id, with the bytes of the chosen pictures alone', async () => {
    const scene = open({ id: 'oak', prepared: [] });
    await scene.reach('writing');
    scene.choose('c');
    scene.actor.send({ type: 'work.submitted' });
    await eventually(() => expect(scene.preparing).toHaveLength(1));
    scene.preparing[0]!.resolve();
    await eventually(() => expect(scene.sendWork).toHaveBeenCalledOnce());
    expect(asked(scene).work).toMatchObject({ workId: 'oak', stored: STORED });
    expect([...asked(scene).prepared.keys()]).toEqual(['c']);
  });
});
