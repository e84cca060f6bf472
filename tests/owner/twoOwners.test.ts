/**
 * Two owners with a phone each, and every pair of what they do: nothing is lost, and what a page says is true. Both pages
 * were opened before either does anything, so the second one knows nothing of the first.
 * @module-tag official
 */
import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { newRandomId } from '../../src/domain/ids';
import { createOwnerDocuments } from '../../src/owner/data/documents';
import { createSendWork } from '../../src/owner/editor/sending/sendWork';
import { editorWithEffects } from '../../src/owner/editor/workEditorEffects';
import { backend } from '../delivery/localBackend';
import { work as sampleWork } from '../rules/sampleDocuments';
import { configOf } from '../support/httpServer';
import { drop, get, put, signedIn, storageOf } from './ownerBackend';
import { openKept } from './keptPhone';
import { preparedPicture } from './sampleWork';
import { dayOf } from '../../src/owner/data/siteClock';

const TODAY = '2026-06-05';
const ELM = { id: 'elm', title: 'Elm', created: new Date(2026, 4, 1, 10).toISOString() };
const OWNERS = ['owner@example.com', 'sam@example.com'];
const CONFIGURATION = 'configurations/configurations';
const REVIEW = { work: 'elm', review: 'aaaaaaaaaa' };
const REVIEW_PATH = 'gallery/elm/reviews/aaaaaaaaaa';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  // Each phone keeps its work in memory.
  vi.stubGlobal('indexedDB', undefined);
  const { quotes: _, ...configuration } = get(CONFIGURATION)!;
  put({
    [`owners/${OWNERS[1]}`]: {},
    [CONFIGURATION]: configuration as never,
    'gallery/elm': { ...sampleWork, ...ELM, created: new Date(ELM.created) },
    [REVIEW_PATH]: { id: 'aaaaaaaaaa', text: 'Fine.', stars: 5, user: 'x', created: new Date() },
  });
  names.clear();
});

/** How sending ends. */
const ENDS = ['done', 'conflicting', 'closed', 'stopped'];

/** Which photo has become the files of this name. */
const names = new Map<string, number>();

/** What one owner can do at the page; each answers what the page says then. */
function openPage(number: number) {
  const { firestore, authorization } = signedIn(OWNERS[number]);
  const config = { ...configOf(backend.origins.firestore), ...storageOf(backend) };
  const documents = createOwnerDocuments(config, firestore, () => new Date());
  const sendWork = createSendWork({
    config,
    firestore,
    authorization,
    now: async () => new Date(2026, 5, 5, 12, number),
  });
  const open = (id: string | null, kept: ReturnType<typeof openKept>) => {
    const ports = {
      documents,
      kept,
      sendWork,
      async prepare(file: Blob, salt: string) {
        const photo = (await file.text()).length;
        const hash = createHash('sha256').update(`${salt}:${photo}`).digest('hex').slice(0, 16);
        names.set(hash, photo);
        return { ok: true as const, picture: preparedPicture(photo, { hash }) };
      },
    };
    return createActor(editorWithEffects({ ...ports, onRefusal() {} }), {
      input: { id, today: TODAY, account: OWNERS[number]! },
    }).start();
  };
  // One phone keeps one work, and here both were opened before: each editor has a storage of its own.
  const phones = { adding: openKept(), changing: openKept() };
  const [adding, changing] = [open(null, phones.adding), open('elm', phones.changing)];
  /** Each page was opened before either does anything. */
  const opened = waitFor(changing, (now) => now.matches('writing'));
  const change = async (event: Parameters<typeof changing.send>[0]) => {
    changing.send(event);
    changing.send({ type: 'work.submitted' });
    const { value, context } = await waitFor(changing, (now) => ENDS.includes(String(now.value)));
    const { title, day } = context.theirs ?? context.stored!;
    return `${value === 'conflicting' ? value : context.reason}: ${title}, ${day}`;
  };
  return {
    opened,
    /** Both add a work of the same title, with one photo in common. */
    async publish() {
      await waitFor(adding, (now) => now.matches('writing'));
      adding.send({ type: 'title.changed', title: 'Oak' });
      const files = [1, 2 + number].map((photo) => {
        const id = newRandomId();
        phones.adding.takeFile(id, new Blob(['x'.repeat(photo)]));
        return { id, name: `${photo}.jpg` };
      });
      adding.send({ type: 'pictures.chosen', side: 'after', files, salt: newRandomId() });
      adding.send({ type: 'work.submitted' });
      const { value, context } = await waitFor(adding, (now) =>
        [...ENDS, 'writing'].includes(String(now.value)),
      );
      return `${value === 'writing' ? value : context.reason}: ${context.workId}`;
    },
    /** Of the work that is there. */
    addPicture() {
      const [id, photo] = [newRandomId(), 5 + number];
      phones.changing.takeFile(id, new Blob(['x'.repeat(photo)]));
      const files = [{ id, name: `${photo}.jpg` }];
      return change({ type: 'pictures.chosen', side: 'after', files, salt: newRandomId() });
    },
    retitle: () => change({ type: 'title.changed', title: `Title ${number}` }),
    move: () => change({ type: 'day.changed', day: `2026-05-1${number}` }),
    takeDown: () => documents.reviews.takeDown(REVIEW),
    putUp: () => documents.reviews.restore(REVIEW),
    remove: () => documents.works.remove(ELM.id),
    putBack: () => documents.works.restore(ELM.id),
    choose: () => documents.quotes.choose(REVIEW),
    /** After a conflict. */
    insist: () => change({ type: 'today.changed', today: TODAY }),
  };
}

/** What every visitor sees. A photo is there if its files are. */
function shown() {
  const photo = (url: string) => {
    const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1)!);
    const hash = name.split('/').at(-1)!.split('-')[0]!;
    return backend.storage.get(name) ? (names.get(hash) ?? 0) : `no ${name}`;
  };
  const works = backend.firestore.list('gallery').map(({ path }) => {
    const { id, title, created, after } = get(path)! as unknown as typeof ELM & {
      after: { url: string }[];
    };
    const photos = after.map(({ url }) => photo(url)).join(' ');
    return [id, `${title}, ${dayOf(new Date(created))}${photos && `, photos ${photos}`}`];
  });
  const quotes = (get(CONFIGURATION)!['quotes'] ?? []) as string[];
  return {
    ...(Object.fromEntries(works) as Record<string, string>),
    review: `${get(REVIEW_PATH) && get('gallery/elm') ? 'there' : 'gone'}, quoted ${quotes.length} times`,
  };
}

type Action = Exclude<keyof ReturnType<typeof openPage>, 'insist' | 'opened'>;
const ACTIONS: Action[] = [
  ...(['publish', 'retitle', 'move', 'addPicture', 'takeDown', 'putUp', 'choose'] as const),
  ...(['remove', 'putBack'] as const),
];
const pairs = ACTIONS.flatMap((first) => ACTIONS.map((second) => [first, second] as const));

/** What each page says, and what is there then. Without a row of its own a pair does what each does alone. */
interface Meeting {
  says: string;
  shows: Record<string, string | undefined>;
}
const ALONE: Record<Action, (number: number) => Meeting> = {
  publish: (number) => ({
    says: 'stored: oak',
    shows: { oak: `Oak, ${TODAY}, photos 1 ${2 + number}` },
  }),
  retitle: (number) => ({
    says: `stored: Title ${number}, 2026-05-01`,
    shows: { elm: `Title ${number}, 2026-05-01` },
  }),
  move: (number) => ({
    says: `stored: Elm, 2026-05-1${number}`,
    shows: { elm: `Elm, 2026-05-1${number}` },
  }),
  addPicture: (number) => ({
    says: 'stored: Elm, 2026-05-01',
    shows: { elm: `Elm, 2026-05-01, photos ${5 + number}` },
  }),
  takeDown: () => ({ says: 'stored', shows: { review: 'gone, quoted 0 times' } }),
  choose: () => ({ says: 'stored', shows: { review: 'there, quoted 1 times' } }),
  remove: () => ({ says: 'stored', shows: { elm: undefined, review: 'gone, quoted 0 times' } }),
  // What is there needs not be put back.
  putUp: () => ({ says: 'stored', shows: {} }),
  putBack: () => ({ says: 'stored', shows: {} }),
};
const isRemoved = () => ({ says: 'removed: Elm, 2026-05-01', shows: {} });
const conflict = () => ({ says: 'conflict', shows: {} });
const SECOND: Partial<Record<`${Action} ${Action}`, (first: number, second: number) => Meeting>> = {
  'publish publish': (_, second) => ({
    says: 'stored: oak-2',
    shows: { 'oak-2': `Oak, ${TODAY}, photos 1 ${2 + second}` },
  }),
  'retitle retitle': (first) => ({ says: `conflicting: Title ${first}, 2026-05-01`, shows: {} }),
  'move move': (first) => ({ says: `conflicting: Elm, 2026-05-1${first}`, shows: {} }),
  'retitle move': (first, second) => ({
    says: `stored: Title ${first}, 2026-05-1${second}`,
    shows: { elm: `Title ${first}, 2026-05-1${second}` },
  }),
  'move retitle': (first, second) => ({
    says: `stored: Title ${second}, 2026-05-1${first}`,
    shows: { elm: `Title ${second}, 2026-05-1${first}` },
  }),
  'addPicture addPicture': () => ({ says: 'conflicting: Elm, 2026-05-01', shows: {} }),
  'addPicture retitle': (first, second) => ({
    says: `stored: Title ${second}, 2026-05-01`,
    shows: { elm: `Title ${second}, 2026-05-01, photos ${5 + first}` },
  }),
  'addPicture move': (first, second) => ({
    says: `stored: Elm, 2026-05-1${second}`,
    shows: { elm: `Elm, 2026-05-1${second}, photos ${5 + first}` },
  }),
  'retitle addPicture': (first, second) => ({
    says: `stored: Title ${first}, 2026-05-01`,
    shows: { elm: `Title ${first}, 2026-05-01, photos ${5 + second}` },
  }),
  'move addPicture': (first, second) => ({
    says: `stored: Elm, 2026-05-1${first}`,
    shows: { elm: `Elm, 2026-05-1${first}, photos ${5 + second}` },
  }),
  'takeDown choose': conflict,
  'takeDown putUp': () => ({ says: 'stored', shows: { review: 'there, quoted 0 times' } }),
  'remove choose': conflict,
  'remove putUp': conflict,
  'remove retitle': isRemoved,
  'remove move': isRemoved,
  'remove addPicture': isRemoved,
  'remove putBack': () => ({
    says: 'stored',
    shows: { elm: 'Elm, 2026-05-01', review: 'there, quoted 0 times' },
  }),
};
/** How it ends where one owner is first. */
function inOrder(first: Action, second: Action, number: number): [Meeting, Meeting] {
  const meeting = SECOND[`${first} ${second}`]?.(number, 1 - number);
  return [ALONE[first](number), meeting ?? ALONE[second](1 - number)];
}
const BEGINNING = { elm: 'Elm, 2026-05-01', review: 'there, quoted 0 times' };

test.each(pairs)('%s, and then the other owner’s %s', async (first, second) => {
  const [one, other] = [openPage(0), openPage(1)];
  await Promise.all([one.opened, other.opened]);
  const [alone, then] = inOrder(first, second, 0);
  expect(await one[first]()).toBe(alone.says);
  expect(shown()).toEqual({ ...BEGINNING, ...alone.shows });
  expect(await other[second]()).toBe(then.says);
  expect(shown()).toEqual({ ...BEGINNING, ...alone.shows, ...then.shows });
  if (!then.says.startsWith('conflicting')) return;
  // The second one has seen both now, and wants the own one.
  const insisted = ALONE[second](1);
  expect(await other.insist()).toBe(insisted.says);
  expect(shown()).toEqual({ ...BEGINNING, ...insisted.shows });
});

test.each(pairs.filter(([first, second]) => ACTIONS.indexOf(first) <= ACTIONS.indexOf(second)))(
  '%s and the other owner’s %s at once',
  async (first, second) => {
    const [one, other] = [openPage(0), openPage(1)];
    await Promise.all([one.opened, other.opened]);
    const said = await Promise.all([one[first](), other[second]()]);
    // As if one had come after the other.
    const [ab, ba] = [inOrder(first, second, 0), inOrder(second, first, 1)];
    const ends = [
      [ab, ab],
      [ba, ba.toReversed()],
    ].map(([order, pages]) => ({
      said: pages!.map(({ says }) => says),
      shown: Object.assign({ ...BEGINNING }, ...order!.map(({ shows }) => shows)) as object,
    }));
    expect(ends).toContainEqual({ said, shown: shown() });
  },
);

test.each(ACTIONS)('%s by somebody who is no owner any more changes nothing', async (action) => {
  const page = openPage(1);
  await page.opened;
  drop(`owners/${OWNERS[1]}`);
  expect(await page[action]()).toMatch(/^refused/);
  expect(shown()).toEqual(BEGINNING);
});
