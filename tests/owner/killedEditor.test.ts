/** The work editor with the phone's database: the tab is killed behind each of its writes, and another one goes on. */
import { beforeEach, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { SendWork } from '../../src/owner/editor/sending/sendWork';
import { editorWithEffects, type EditorPorts } from '../../src/owner/editor/workEditorEffects';
import { instead } from '../delivery/fakeDatabase';
import { openKept } from './keptPhone';
import { picture, preparedPicture } from './sampleWork';
import type { KeptWork } from '../../machines/workEditorContext';

const TODAY = '2026-06-05';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

/** The number of a picture is the only byte of its file. */
const file = (number: number) => new File([new Uint8Array([number])], `${number}.jpg`);
const prepareByNumber: EditorPorts['prepare'] = async (chosen) => {
  const [number = 0] = new Uint8Array(await chosen.arrayBuffer());
  return { ok: true, picture: preparedPicture(number) };
};

const neverAnswers: SendWork = () => new Promise(() => undefined);

function openEditor({
  sendWork = neverAnswers,
  prepare = prepareByNumber,
  kept = openKept(),
} = {}) {
  const documents = { works: { read: async () => undefined } };
  const ports = { documents, kept, sendWork, prepare };
  const machine = editorWithEffects({ ...ports, onRefusal() {} });
  const actor = createActor(machine, {
    input: { id: null, today: TODAY, account: 'owner@example.com' },
  });
  actor.start();
  const choose = (side: 'before' | 'after', ...numbers: number[]) => {
    for (const number of numbers) kept.takeFile(`id-${number}`, file(number));
    const files = numbers.map((number) => ({ id: `id-${number}`, name: `${number}.jpg` }));
    actor.send({ type: 'pictures.chosen', side, files, salt: `salt of ${numbers[0]}` });
  };
  const prepared = () =>
    waitFor(
      actor,
      ({ value, context }) =>
        value !== 'opening' && context.pictures.every(({ state }) => state !== 'preparing'),
    );
  return { actor, kept, choose, prepared };
}

/** Everything that an owner writes. */
async function writeWork(): Promise<void> {
  const { actor, kept, choose, prepared } = openEditor();
  await waitFor(actor, (snapshot) => snapshot.matches('writing'));
  actor.send({ type: 'title.changed', title: 'Elm Street' });
  choose('before', 1);
  choose('after', 2, 3);
  await prepared();
  actor.send({ type: 'cover.chosen', id: 'id-3' });
  actor.stop();
  // It is asked behind all writes.
  await kept.keeping();
}

/** What was written, transaction by transaction: the keys, and the work. `left`: how many may still be written. */
function watchWrites(left: number) {
  const writes: { keys: string[]; work?: KeptWork }[] = [];
  instead(
    IDBDatabase,
    'transaction',
    (_, begin: (...args: unknown[]) => IDBTransaction, names, mode) => {
      if (mode === 'readwrite') {
        // A killed tab writes nothing more.
        if (writes.length === left) throw new DOMException('Killed.', 'NotAllowedError');
        writes.push({ keys: [] });
      }
      return begin(names, mode);
    },
  );
  instead(
    IDBObjectStore,
    'put',
    (store, put: (value: unknown, key: unknown) => IDBRequest, value, key) => {
      const last = writes.at(-1)!;
      last.keys.push(`${store.name}/${String(key)}`);
      if (store.name === 'works') last.work = value as KeptWork;
      return put(value, key);
    },
  );
  return writes;
}

const whole = [picture(1, 'before'), picture(2), picture(3)];

test('whichever write was the last one, each picture is prepared, or is said to be lost', async () => {
  const all = watchWrites(Infinity);
  await writeWork();
  vi.restoreAllMocks();
  expect(all.length).toBeGreaterThan(9);
  for (let left = 0; left <= all.length; left += 1) {
    vi.spyOn(console, 'error').mockReturnValue();
    await openKept().clear();
    const writes = watchWrites(left);
    await writeWork();
    vi.restoreAllMocks();
    vi.spyOn(console, 'error').mockReturnValue();

    const { actor, kept, prepared } = openEditor();
    const { context } = await prepared();
    const last = writes.findLast(({ work }) => work)?.work;
    const known = new Set(writes.flatMap(({ keys }) => keys.map((key) => key.split('/')[1])));
    const { title = '', pictures = [], cover = null } = last ?? {};
    expect({ title: context.title, cover: context.cover }, `${left}`).toEqual({ title, cover });
    expect(context.pictures, `${left} writes`).toEqual(
      pictures.map(({ id, side, name }) =>
        known.has(id)
          ? { id, side, name, state: 'ready' }
          : { id, side, name, state: 'unusable', problem: 'lost' },
      ),
    );
    for (const { id } of context.pictures.filter(({ state }) => state === 'ready')) {
      expect(await kept.prepared(id)).toEqual(preparedPicture(Number(id.slice(3))));
    }
    actor.stop();
  }
  // With all writes, it is all there.
  expect(all.findLast(({ work }) => work)!.work).toMatchObject({ pictures: whole, cover: 'id-3' });
});

test('files that are still on their way to the phone when the editor is left are there when it is opened again', async () => {
  const { actor, kept, choose } = openEditor();
  await waitFor(actor, (snapshot) => snapshot.matches('writing'));
  choose('after', 1, 2, 3);
  actor.stop();
  const again = openEditor({ kept });
  const { context } = await again.prepared();
  expect(context.pictures).toEqual([picture(1), picture(2), picture(3)]);
  again.actor.stop();
});

test('what was chosen and typed when the editor is left is all there for another tab that waits until it is written', async () => {
  const { actor, kept, choose } = openEditor();
  await waitFor(actor, (snapshot) => snapshot.matches('writing'));
  choose('after', 1, 2, 3);
  actor.send({ type: 'title.changed', title: 'Elm Street' });
  actor.stop();
  await kept.settled();
  const other = openEditor();
  const { context } = await other.prepared();
  expect(context).toMatchObject({
    title: 'Elm Street',
    pictures: [picture(1), picture(2), picture(3)],
  });
  other.actor.stop();
});
