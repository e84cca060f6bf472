/**
 * Publishing a work from the phone, against the embedded backend with the project's rules: whatever happens on the way, the
 * work is there whole, once, and nobody sees anything of it before.
 * @module-tag official
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSendWork, type SendWork } from '../../src/owner/editor/sending/sendWork';
import type { FaultAction, FaultSpec } from '../../backend/faults/types';
import { ASK_AGAIN } from '../../src/firebase/rest/httpCall';
import type { PreparedWorkPicture } from '../../src/pictures/prepareWorkPicture';
import { Double } from '../../backend/protoJson';
import { backend } from '../delivery/localBackend';
import { configOf } from '../support/httpServer';
import { drop, get, put, signedIn, storageOf } from './ownerBackend';
import { eventually } from '../support/eventually';
import { bytes, picture, preparedPicture, work } from './sampleWork';
import {
  openedWork,
  type KeptWork,
  type SendOutcome,
  type PublishProgress,
  type StoredWork,
  type WorkPicture,
} from '../../machines/workEditorContext';
import type { WorkImage } from '../../src/domain/types';
import { parseWork } from '../../src/firebase/rest/parseDocuments';
import { dayOf } from '../../src/owner/data/siteClock';

const WORK = 'elm-street-kitchen';
const NOW = new Date('2026-06-05T15:30:00.250Z');

/** Its address is chosen already, but for null. */
const toPublish = (more: Partial<KeptWork> = {}) => work({ workId: WORK, ...more });
const prepared = new Map([
  ['id-1', preparedPicture(1)],
  // An iPhone's, and as narrow as it was chosen.
  [
    'id-2',
    preparedPicture(2, {
      width: 700,
      height: 500,
      type: 'image/jpeg',
      renderings: [
        { width: 480, bytes: bytes(48, 8) },
        { width: 700, bytes: bytes(70, 9) },
      ],
    }),
  ],
]);
/** The files of that work: those of both pictures, and the card's. */
const FILES = [
  '10123456789abcde-1600.webp',
  '10123456789abcde-480.webp',
  '10123456789abcde-960.webp',
  '20123456789abcde-480.jpeg',
  '20123456789abcde-700.jpeg',
  '20123456789abcde-thumb.jpeg',
];
const TOTAL = 480 + 960 + 1600 + 48 + 70 + 640;

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  // The SDK waits some seconds before each of its own tries. A call that is only slow is not to be made again.
  const { setTimeout: wait } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0, ...given: []) =>
    wait(run, ms < 12_000 && ms !== ASK_AGAIN ? ms / 100 : ms, ...given),
  );
});
afterEach(() => {
  backend.faults.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openPage(email?: string, now = NOW): SendWork {
  const { firestore, authorization } = signedIn(email);
  const config = { ...configOf(backend.origins.firestore), ...storageOf(backend) };
  return createSendWork({ config, firestore, authorization, now: async () => now });
}

interface Publishing {
  send?: SendWork;
  pictures?: ReadonlyMap<string, PreparedWorkPicture>;
  onProgress?: (step: PublishProgress) => void;
  signal?: AbortSignal;
}

/** `addresses`: what the phone has kept, in this order. */
async function publish(
  one: KeptWork = toPublish(),
  {
    send = openPage(),
    pictures = prepared,
    onProgress,
    signal = new AbortController().signal,
  }: Publishing = {},
) {
  const progress: PublishProgress[] = [];
  const addresses: (string | null)[] = [];
  const result = await send({
    work: one,
    prepared: pictures,
    async keepAddress(workId) {
      addresses.push(workId);
    },
    onProgress(step) {
      progress.push(step);
      onProgress?.(step);
    },
    signal,
  });
  return { result: result as SendOutcome & { picture?: string }, progress, addresses };
}

const files = (id = WORK) =>
  backend.storage
    .list()
    .filter(({ name }) => name.startsWith(`gallery/${id}/`))
    .map(({ name }) => name.slice(`gallery/${id}/`.length))
    .toSorted();
const addressOf = (file: string) =>
  `${backend.origins.storage}/v0/b/${backend.bucket}/o/gallery%2F${WORK}%2F${file}?alt=media`;

/** The document of that work. */
function expected(created: Date) {
  const image = (number: number, widths: number[], format: 'webp' | 'jpeg', size: object) => {
    const url = (width: number | string) =>
      addressOf(`${number}0123456789abcde-${width}.${format}`);
    return {
      url: url(widths.at(-1)!),
      placeholder: 'AZaz09+/'.repeat(6),
      ...size,
      sources: widths.map((width) => ({ url: url(width), width, type: `image/${format}` })),
    };
  };
  const before = image(1, [480, 960, 1600], 'webp', { width: 1600, height: 1200 });
  const after = image(2, [480, 700], 'jpeg', { width: 700, height: 500 });
  return {
    id: WORK,
    title: 'Elm Street kitchen',
    created,
    before: [before],
    after: [after],
    cover: { ...after, thumb: addressOf('20123456789abcde-thumb.jpeg') },
  };
}

/** `created` of the stored document, as a moment. */
const storedWork = () => {
  const stored = get(`gallery/${WORK}`);
  return stored ? { ...stored, created: new Date(stored['created'] as string) } : undefined;
};

/** Somebody else changes these fields of it. */
const overwrite = (fields: object) =>
  put({ [`gallery/${WORK}`]: { ...get(`gallery/${WORK}`), created: NOW, ...fields } as never });

/** Uploads that the backend has taken. */
const uploads = () =>
  backend.requests.filter(
    ({ service, method, status }) => service === 'storage' && method === 'POST' && status === 200,
  );

test('a work is there with its files, then with its document', async () => {
  const { result, progress } = await publish();
  expect(result).toEqual({ outcome: 'stored' });
  expect(files()).toEqual(FILES);
  for (const file of FILES) {
    const stored = backend.storage.get(`gallery/${WORK}/${file}`)!;
    const [hash, width, format] = file.split(/[-.]/) as [string, string, string];
    const { renderings, thumb } = prepared.get(`id-${hash[0]}`)!;
    const own = renderings.find((each) => each.width === Number(width))?.bytes ?? thumb!;
    expect(backend.storage.bytes(stored)).toEqual(Buffer.from(own));
    expect(stored).toMatchObject({
      contentType: `image/${format}`,
      cacheControl: 'public, max-age=31536000, immutable',
    });
    // Everybody may see it.
    expect((await fetch(addressOf(file))).status).toBe(200);
  }
  expect(storedWork()).toEqual(expected(NOW));
  expect(progress[0]).toEqual({ sentBytes: 0, totalBytes: TOTAL });
  expect(progress.at(-1)).toEqual({ sentBytes: TOTAL, totalBytes: TOTAL });
  expect(progress).toEqual(progress.toSorted((one, other) => one.sentBytes - other.sentBytes));
  expect(progress).toHaveLength(1 + FILES.length);
  // The document goes last.
  const order = backend.requests.filter(
    ({ method, url }) => method === 'POST' && !/batchGet/.test(url),
  );
  expect(order.at(-1)!.url).toMatch(/:commit/);
  expect(order.filter(({ url }) => /:commit/.test(url))).toHaveLength(1);
  expect(uploads()).toHaveLength(FILES.length);
});

test('of the day that was chosen, it has the present time of day', async () => {
  const local = new Date(2026, 5, 5, 15, 30);
  await publish(toPublish({ day: '2024-02-29' }), { send: openPage(undefined, local) });
  expect(storedWork()!.created).toEqual(new Date(2024, 1, 29, 15, 30));
});

test('the chosen cover is on the card, and a photo that was chosen twice is stored once', async () => {
  const pictures = [picture(1, 'before'), picture(1, 'after', { id: 'id-3' }), picture(2)];
  const twice = new Map([...prepared, ['id-3', preparedPicture(1)] as const]);
  const { result } = await publish(toPublish({ pictures, cover: 'id-3' }), { pictures: twice });
  expect(result).toEqual({ outcome: 'stored' });
  expect(files()).toEqual([
    '10123456789abcde-1600.webp',
    '10123456789abcde-480.webp',
    '10123456789abcde-960.webp',
    '10123456789abcde-thumb.webp',
    '20123456789abcde-480.jpeg',
    '20123456789abcde-700.jpeg',
  ]);
  const stored = storedWork() as unknown as ReturnType<typeof expected>;
  expect(stored.cover).toEqual({
    ...stored.before[0],
    thumb: addressOf('10123456789abcde-thumb.webp'),
  });
});

describe('an address', () => {
  const addressed = async (draft: Partial<KeptWork>, pictures = prepared) =>
    (await publish(work(draft), { pictures })).addresses;

  test.each<[title: string, taken: string[], id: string]>([
    ['Elm Street — navy', [], 'elm-street-navy'],
    ['Elm Street', ['elm-street'], 'elm-street-2'],
    ['Elm Street', ['elm-street', 'elm-street-2', 'elm-street-4'], 'elm-street-3'],
    ['Elm Street', ['elm-street-removed'], 'elm-street-2'],
    ['厨房', [], 'work-2026-06-05'],
    ['厨房', ['work-2026-06-05'], 'work-2026-06-05-2'],
  ])('of %s, where %j are taken, is %s', async (title, taken, id) => {
    for (const each of taken) {
      const collection = each.endsWith('-removed') ? 'removed' : 'gallery';
      put({ [`${collection}/${each}`.replace('-removed', '')]: { title: 'Another' } });
    }
    expect(await addressed({ title })).toEqual([id]);
  });

  test('of a title that gives none that is free is refused: no later try finds one', async () => {
    const taken = Array.from({ length: 98 }, (_, at) => `gallery/elm-${at + 2}`);
    put(Object.fromEntries(['gallery/elm', ...taken].map((path) => [path, { title: 'Another' }])));
    expect(await publish(work({ title: 'Elm' }))).toMatchObject({
      result: { outcome: 'titleTaken' },
      addresses: [],
    });
  });

  test('of a work that is there already is its own, whichever of its pictures were changed since', async () => {
    await publish();
    const withOneOther = new Map([...prepared].slice(1)).set('id-3', preparedPicture(3));
    const pictures = [picture(3, 'before'), picture(2)];
    expect(await addressed({ pictures }, withOneOther)).toEqual([WORK]);
    const others = new Map([['id-3', preparedPicture(3)]]);
    expect(await addressed({ pictures: [picture(3)] }, others)).toEqual([`${WORK}-2`]);
  });

  test('of a draft whose earlier try has arrived is that of the try, under whatever title, also a removed one', async () => {
    await publish();
    const choose = (earlierId: string) => addressed({ title: 'Oak', earlierId });
    expect([await choose(WORK), await choose('gone')]).toEqual([[WORK], ['oak']]);
    put({ [`removed/${WORK}`]: { work: { ...get(`gallery/${WORK}`)! } } as never });
    drop(`gallery/${WORK}`);
    expect(await choose(WORK)).toEqual([WORK]);
    expect((await publish()).result).toEqual({ outcome: 'removed' });
    expect(storedWork()).toBeUndefined();
  });

  test.each<[string, sentBytes: number]>([
    ['before', 0],
    ['while the files go', TOTAL],
  ])('that another work has taken %s is forgotten before the next one is chosen', async (_, at) => {
    const another = { id: WORK, title: 'Another', created: NOW, cover: { url: 'https://x/y' } };
    const take = () => put({ [`gallery/${WORK}`]: another });
    if (at === 0) take();
    const { addresses, result } = await publish(toPublish(), {
      onProgress: ({ sentBytes }) => void (sentBytes === at && at > 0 && take()),
    });
    expect([addresses, result]).toEqual([[null, `${WORK}-2`], { outcome: 'stored' }]);
    expect(get(`gallery/${WORK}`)).toMatchObject({ title: 'Another' });
  });
});

describe('a second try', () => {
  const later = () => openPage(undefined, new Date('2026-06-06T08:00:00Z'));

  test.each<[string, theirs: object, mine: Partial<KeptWork>]>([
    // Its answer was lost, and then a picture: the draft was corrected and sent again.
    ['whose draft was corrected since', {}, { title: 'Oak', pictures: [picture(2)] }],
    ['that was changed on another phone meanwhile', { title: 'Oak' }, {}],
  ])('of a work %s is not said to be published: the owner sees both', async (_, theirs, mine) => {
    await publish();
    overwrite(theirs);
    const there = storedWork();
    backend.requests.clear();
    const { result } = await publish(toPublish(mine), { send: later() });
    expect(result).toMatchObject({ outcome: 'conflict', stored: { id: WORK, ...theirs } });
    expect([storedWork(), uploads()]).toEqual([there, []]);

    // The owner wants the own version, which is a correction of what is there.
    const wanted = { ...toPublish(mine), stored: result.stored! };
    expect((await publish(wanted, { send: later() })).result.outcome).toBe('stored');
    // Sent once more, it is found as it is.
    const own = storedWork();
    expect((await publish(toPublish(mine), { send: later() })).result).toEqual({
      outcome: 'stored',
    });
    expect([storedWork(), own!.created, uploads()]).toEqual([own, NOW, []]);
  });

  test('uploads only what is missing, and counts what is there', async () => {
    backend.faults.add({
      service: 'storage',
      method: 'POST',
      after: 3,
      do: { kind: 'status', status: 403 },
    });
    expect((await publish()).result).toEqual({ outcome: 'refused' });
    backend.faults.clear();
    await eventually(() => expect(files().length).toBeGreaterThanOrEqual(3));
    const there = files();
    expect(storedWork()).toBeUndefined();
    backend.requests.clear();
    const { result, progress } = await publish();
    expect(result).toEqual({ outcome: 'stored' });
    expect(progress[0]!.sentBytes).toBeGreaterThan(0);
    expect(progress.at(-1)).toEqual({ sentBytes: TOTAL, totalBytes: TOTAL });
    expect(uploads()).toHaveLength(FILES.length - there.length);
    expect(storedWork()).toEqual(expected(NOW));
  });

  test('of a file whose refusal may be of a repeated request goes on: a look had no answer', async () => {
    const upload = { service: 'storage', method: 'POST', url: /[?]name=/, when: 'after' } as const;
    backend.faults.add({ ...upload, do: { kind: 'status', status: 403 } });
    const look = { service: 'storage', method: 'GET', url: /[?]quotaUser=/ } as const;
    backend.faults.add({ ...look, do: { kind: 'reset' } });
    expect((await publish()).result).toEqual({ outcome: 'unreachable' });
    backend.faults.clear();
    expect((await publish()).result).toEqual({ outcome: 'stored' });
    expect(storedWork()).toEqual(expected(NOW));
  });

  test('beside the first does no harm', async () => {
    const results = await Promise.all([publish(), publish()]);
    expect(results.map(({ result }) => result.outcome)).toEqual(['stored', 'stored']);
    expect(files()).toEqual(FILES);
    expect(storedWork()).toEqual(expected(NOW));
  });
});

describe('when it is stopped', () => {
  test.each<[string, stopAt: number]>([
    ['between two files', 1],
    ['behind the last one', TOTAL],
  ])('%s, no document is written', async (_, stopAt) => {
    const stop = new AbortController();
    const { result } = await publish(toPublish(), {
      onProgress({ sentBytes }) {
        if (sentBytes >= stopAt) stop.abort();
      },
      signal: stop.signal,
    });
    expect(result.outcome).not.toBe('stored');
    expect(backend.requests.filter(({ url }) => /:commit/.test(url))).toEqual([]);
    // It goes on later.
    expect((await publish()).result).toEqual({ outcome: 'stored' });
    expect(storedWork()).toEqual(expected(NOW));
    expect(files()).toEqual(FILES);
  });
});

/** What may meet a call. */
const FAULTS: [string, Pick<FaultSpec, 'do' | 'when'>][] = [
  ['breaks off before it arrives', { do: { kind: 'reset' } }],
  ['breaks off in the middle', { do: { kind: 'cut', afterBytes: 20 } }],
  ['loses its answer', { do: { kind: 'reset' }, when: 'after' }],
  ['gets half of its answer', { do: { kind: 'truncate', bytes: 10 } }],
  ['meets an overload', { do: { kind: 'status', status: 503 } }],
  ['arrives, and the answer says overload', { do: { kind: 'status', status: 503 }, when: 'after' }],
  ['is forbidden', { do: { kind: 'status', status: 403 } }],
  ['meets too many requests', { do: { kind: 'status', status: 429 } }],
  ['meets a hotel’s login page', { do: { kind: 'captive' } }],
];

/** Sends until it is stored, as the editor does: by itself, and after a refusal by a press. */
async function sendAtLast(
  send: () => ReturnType<typeof publish>,
  checkMeanwhile: () => void,
): Promise<void> {
  for (let tries = 1; tries <= 4; tries += 1) {
    const { result } = await send();
    if (result.outcome === 'stored') return;
    expect(['unreachable', 'refused', 'exhausted']).toContain(result.outcome);
    checkMeanwhile();
  }
  throw new Error('It was never stored.');
}

const callsMade = () =>
  backend.requests.entries.filter(({ method }) => method !== 'OPTIONS').length;

/** The fault meets each of so many calls in turn, of a sending that `begin` prepares. */
async function strikeEach(
  fault: (typeof FAULTS)[number][1],
  calls: number,
  { begin, send, end }: Record<'begin' | 'end', () => void> & { send(): Promise<void> },
): Promise<void> {
  for (let after = 0; after < calls; after += 1) {
    backend.faults.clear();
    begin();
    const struck = backend.faults.add({ ...fault, after, count: 1 });
    await send();
    expect([after, struck.hits]).toEqual([after, 1]);
    end();
  }
}

test.each(FAULTS)(
  'a call that %s costs nothing, whichever call it is',
  { tags: 'full' },
  async (_, fault) => {
    await publish();
    const calls = callsMade();
    // Whether it is there or was removed, the list, the files, whether it is there now, the document.
    expect(calls).toBe(2 + 1 + FILES.length + 2);
    await strikeEach(fault, calls, {
      begin() {
        drop(`gallery/${WORK}`);
        for (const { name } of backend.storage.list()) backend.storage.remove(name);
      },
      send: () =>
        sendAtLast(publish, () => {
          // Not before all of its files.
          if (storedWork()) expect(files()).toEqual(FILES);
        }),
      end() {
        expect([files(), storedWork()]).toEqual([FILES, expected(NOW)]);
        const taken = backend.storage.list().filter(({ name }) => name.startsWith('gallery/'));
        expect(taken).toHaveLength(FILES.length);
      },
    });
  },
);

test('the title is what somebody can read and a server takes', async () => {
  await publish(toPublish({ title: ' Elm\u00a0Street \ud83d\u200b ' }));
  expect(storedWork()).toMatchObject({ title: 'Elm\u00a0Street \ufffd' });
});

describe('a correction', () => {
  /** The work as it is published, then opened; `change` is what an owner does with it. */
  async function opened(change: (work: KeptWork) => Partial<KeptWork>): Promise<KeptWork> {
    await publish();
    backend.requests.clear();
    return corrected(change);
  }
  function corrected(change: (work: KeptWork) => Partial<KeptWork>): KeptWork {
    const now = openedWork(stored());
    return { ...now, ...change(now), salt: 'other', isSubmitted: true, workId: WORK };
  }
  const stored = (): StoredWork => {
    const work = parseWork(WORK, get(`gallery/${WORK}`)!);
    return { ...work, day: dayOf(new Date(work.created)) };
  };
  const NEW = '30123456789abcde';
  const pictures = new Map([['id-3', preparedPicture(3)]]);
  const correct = (work: KeptWork) => publish(work, { pictures });
  const layout = () => {
    const { before, after, cover } = stored();
    const hashOf = ({ url }: { url: string }) => /%2F(\d)[0-9a-f]{15}-/.exec(url)![1];
    const thumb = decodeURIComponent(cover.thumb).split('/').at(-1)!.split('?')[0];
    return `${before.map(hashOf).join('')} ${after.map(hashOf).join('')} ${thumb}`;
  };

  test('of title and day writes these alone, and uploads and lists nothing', async () => {
    const work = await opened(() => ({ title: 'Oak', day: '2026-06-04' }));
    const created = new Date(NOW);
    created.setDate(created.getDate() - 1);
    expect((await correct(work)).result).toMatchObject({ outcome: 'stored' });
    expect(storedWork()).toEqual({ ...expected(created), title: 'Oak' });
    const writes = backend.requests.filter(({ method, service, url }) =>
      service === 'storage' ? method !== 'OPTIONS' : /:commit/.test(url),
    );
    expect(writes).toHaveLength(1);
  });

  test.each<[string, (work: KeptWork) => Partial<KeptWork>, string]>([
    [
      'adds a picture and puts it on the card',
      ({ pictures }) => ({ pictures: [...pictures, picture(3)], cover: 'id-3' }),
      `1 23 ${NEW}-thumb.webp`,
    ],
    [
      'takes one away',
      ({ pictures }) => ({ pictures: pictures.slice(1) }),
      ' 2 20123456789abcde-thumb.jpeg',
    ],
    [
      'moves one to the other side',
      ({ pictures }) => ({
        pictures: [pictures[1]!, { ...pictures[0]!, side: 'after' as const }],
      }),
      ' 21 20123456789abcde-thumb.jpeg',
    ],
    [
      // It has never been there, so it has no file for it.
      'puts another stored picture on the card',
      ({ pictures }) => ({ cover: pictures[0]!.id }),
      '1 2 10123456789abcde-1600.webp',
    ],
  ])('%s', async (_, change, after) => {
    const work = await opened(change);
    const was = stored();
    const { result } = await correct(work);
    expect(result).toEqual({ outcome: 'stored', stored: stored() });
    expect(layout()).toBe(after);
    // The others stay as they were, to the last field.
    const all = [...was.before, ...was.after];
    const kept = [...stored().before, ...stored().after].filter(({ url }) => !url.includes(NEW));
    for (const image of kept) expect(all).toContainEqual(image);

    // Undone, it is what it was.
    const undone = { ...openedWork(was), stored: stored(), isSubmitted: true, workId: WORK };
    expect((await correct(undone)).result.outcome).toBe('stored');
    expect(stored()).toEqual(was);
  });

  test('does not bring back a picture whose file has gone meanwhile', async () => {
    const mine = await opened(({ pictures }) => ({ cover: pictures[0]!.id }));
    await correct(corrected(({ pictures }) => ({ pictures: pictures.slice(1) })));
    const theirs = stored();
    // The daily function, a month later.
    for (const name of files().filter((each) => each.startsWith('1')))
      backend.storage.remove(`gallery/${WORK}/${name}`);
    const insisted = { ...mine, stored: theirs };
    const picture = mine.pictures[0]!.id;
    expect((await correct(insisted)).result).toEqual({ outcome: 'lost', picture });
    expect(stored()).toEqual(theirs);
  });

  test('of a work whose whole numbers an import has stored as floats is taken', async () => {
    const mine = await opened(({ pictures }) => ({
      pictures: [{ ...pictures[0]!, side: 'after' as const }, ...pictures.slice(1)],
    }));
    const { created: _, ...numbers } = get(`gallery/${WORK}`)!;
    const floats = JSON.parse(JSON.stringify(numbers), (key, value: unknown) =>
      ['width', 'height'].includes(key) ? new Double(Number(value)) : value,
    ) as object;
    overwrite(floats);
    expect((await correct(mine)).result.outcome).toBe('stored');
    expect(layout()).toBe(' 12 20123456789abcde-thumb.jpeg');
  });

  test('leaves a title alone that only its server takes', async () => {
    const odd = await opened(() => ({ day: '2026-06-04' }));
    overwrite({ title: ' Oak ' });
    const mine = { ...odd, title: ' Oak ', stored: { ...odd.stored!, title: ' Oak ' } };
    expect((await correct(mine)).result.outcome).toBe('stored');
    expect(get(`gallery/${WORK}`)).toMatchObject({ title: ' Oak ' });
  });

  test('of a work that is removed between its reading and its writing says so', async () => {
    const mine = await opened(() => ({ title: 'Mine' }));
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (String(url).includes(':commit')) drop(`gallery/${WORK}`);
      return fetch(url, init);
    });
    expect((await correct(mine)).result).toEqual({ outcome: 'removed' });
  });

  test('keeps pictures that only gallery:add makes, and takes none of these anew', async () => {
    const work = await opened(({ pictures }) => ({ pictures: [...pictures, picture(3)] }));
    const avif = (number: number) => ({
      url: addressOf(`a${number}23456789abcdef-960.webp`),
      alt: 'By hand',
      width: 960,
      height: 720,
      placeholder: 'AZaz09+/'.repeat(6),
      sources: ['avif', 'webp'].flatMap((type) =>
        [480, 640, 960].map((width) => ({
          url: addressOf(`a${number}23456789abcdef-${width}.${type}`),
          width,
          type: `image/${type}`,
        })),
      ),
    });
    const many = Array.from({ length: 9 }, (_, number) => avif(number));
    overwrite({
      before: [],
      after: many,
      cover: { ...many[0]!, thumb: addressOf('a023456789abcdef-thumb.webp') },
    });
    const nine = corrected(({ pictures }) => ({
      pictures: [...pictures.slice(1), picture(3)],
      cover: pictures[1]!.id,
    }));
    expect((await correct(nine)).result.outcome).toBe('stored');
    expect(get(`gallery/${WORK}`)).toMatchObject({
      after: [...many.slice(1), { url: addressOf(`${NEW}-1600.webp`) }],
      cover: { ...many[1]!, thumb: many[1]!.url },
    });
    expect((await correct(work)).result.outcome).toBe('conflict');
    backend.storage.put(`gallery/${WORK}/a023456789abcdef-960.webp`, Buffer.from('x'), {
      contentType: 'image/webp',
    });
    const back = { ...corrected(() => ({})), pictures: nine.stored!.after.map(asStored) };
    expect((await correct(back)).result.outcome).toBe('refused');
  });
  const asStored = (image: WorkImage): WorkPicture => ({
    id: image.url,
    side: 'after',
    name: '',
    state: 'stored',
    image,
  });

  test.each(FAULTS)(
    'whose call %s is there once, whichever call it is',
    { tags: 'full' },
    async (_, fault) => {
      const change = ({ pictures }: KeptWork) => ({
        title: 'Oak',
        pictures: [...pictures.slice(1), picture(3)],
        cover: 'id-3',
      });
      const work = await opened(change);
      const before = get(`gallery/${WORK}`)!;
      const send = () =>
        sendAtLast(
          () => correct(work),
          // A visitor sees the old work or the new one.
          () => expect([' 23', '1 2']).toContain(layout().split(' ').slice(0, 2).join(' ')),
        );
      await send();
      const after = stored();
      const calls = callsMade();
      // The list, three widths and the card's, the document twice.
      expect(calls).toBe(1 + 4 + 2);
      await strikeEach(fault, calls, {
        begin() {
          put({ [`gallery/${WORK}`]: { ...before, created: NOW } as never });
          for (const name of files().filter((each) => each.startsWith(NEW)))
            backend.storage.remove(`gallery/${WORK}/${name}`);
        },
        send,
        end: () => expect(stored()).toEqual(after),
      });
    },
  );
});

// Each answer of Firestore: tests/owner/ownerDocuments.test.ts.
test.each<[string, FaultAction, FaultSpec['service'], SendOutcome['outcome']]>([
  ['Firestore', { kind: 'reset' }, 'firestore', 'unreachable'],
  ['Firestore', { kind: 'status', status: 403 }, 'firestore', 'refused'],
  ['Storage', { kind: 'status', status: 403 }, 'storage', 'refused'],
  ['Storage', { kind: 'status', status: 402 }, 'storage', 'exhausted'],
  ['Storage', { kind: 'status', status: 401 }, 'storage', 'sessionEnded'],
])(
  'where %s answers every call with %j, there is an outcome',
  async (_, action, service, outcome) => {
    backend.faults.add({ service: service!, do: action });
    for (const one of [work(), toPublish()]) {
      expect((await publish(one)).result).toEqual({ outcome });
      expect(storedWork()).toBeUndefined();
    }
  },
);

test.each<[string, RegExp, milliseconds: number]>([
  ['whether the work is there', /batchGet/, 15_000],
  ['the list', /[?&]prefix=/, 90_000],
  // Of 1,600 bytes, 10 in a millisecond.
  ['a file', /[?&]name=/, 90_160],
])('where nobody ever answers to %s, it ends', async (_, url, milliseconds) => {
  backend.faults.add({ url, do: { kind: 'silence' } });
  vi.unstubAllGlobals();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const outcomes: SendOutcome[] = [];
  void publish().then(({ result }) => outcomes.push(result));
  // The SDK begins each request by a timer.
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1);
      return backend.requests.filter((request) => url.test(request.url)).length;
    })
    .toBeGreaterThan(0);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(milliseconds);
  vi.useRealTimers();
  await eventually(() => expect(outcomes).toEqual([{ outcome: 'unreachable' }]));
});
