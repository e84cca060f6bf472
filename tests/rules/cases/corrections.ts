import { MAX_WORK_PICTURES } from '../../../src/domain/constants';
import { EARLIER, without } from '../sampleDocuments';
import { newWork, PUBLISHED } from '../sampleWork';
import { type Fields, Float, signedIn, World, type Write } from '../rulesWorld';
import { OWNERS, person } from './owners';
import { commits, type Row, type Section } from './section';

type Pictures = Fields[];
const PATH = `gallery/${PUBLISHED}`;
const stored = newWork(2, 2);
const before = stored['before'] as Pictures;
const after = stored['after'] as Pictures;
const cover = stored['cover'] as Fields;

const holding = (work: Fields, id = PUBLISHED, more: Record<string, Fields> = {}) =>
  new World({ [OWNERS]: {}, [`gallery/${id}`]: work, ...more }, person());
const correction = (data: Fields, id = PUBLISHED): Write => ({ update: `gallery/${id}`, data });
type Table = [what: string, data: Fields][];
/** What may become of a stored work, and what may not. */
const of = (work: Fields, expected: boolean, table: Table, id = PUBLISHED): Row[] =>
  commits(
    holding(work, id),
    expected,
    table.map(([what, data]) => [what, correction(data, id)]),
  );

/** So many pictures that the work does not have. */
const others = (count: number, look: Parameters<typeof newWork>[2] = {}): Pictures =>
  newWork(0, count, { first: 50, ...look })['after'] as Pictures;
const [other] = others(1) as [Fields];
const coverOf = (picture: Fields, card = 'thumb.webp'): Fields => ({
  ...picture,
  thumb: String(picture['url']).replace('1600.webp', card),
});
const moved = <T>(value: T, from: string, to: string) =>
  JSON.parse(JSON.stringify(value).replaceAll(from, () => to)) as T;

/** As an import has stored it: the SDK reads whole numbers, and writes what it has read. */
const asFloats = <T extends Fields>(picture: T) => ({
  ...picture,
  width: new Float(1600),
  height: new Float(1200),
});
const imported = {
  ...stored,
  before: before.map(asFloats),
  after: after.map(asFloats),
  cover: asFloats(cover),
};

const rows: Row[] = [
  ...of(imported, true, [
    ['a picture less of an import', { before: before.slice(1), after, cover }],
    ['the title of an import', { title: 'x' }],
  ]),

  ...of(stored, true, [
    ['a picture more', { after: [...after, other] }],
    ['… before', { before: [other, ...before] }],
    ['a picture less', { before: before.slice(1) }],
    ['none before', { before: [] }],
    ['another order', { after: after.toReversed() }],
    ['a picture on the other side', { before: [before[0]!], after: [before[1]!, ...after] }],
    ['a picture in the place of another', { before: [other, before[1]!] }],
    ['everything at once', { title: 'x', created: EARLIER, ...newWork(4, 4, { first: 50 }) }],
    ['another cover', { cover: coverOf(before[0]!) }],
    ['a cover with itself on the card', { cover: coverOf(before[0]!, '1600.webp') }],
    ['a cover that is new', { after: [...after, other], cover: coverOf(other, '1600.webp') }],
    ['as many as there may be', { after: [...after, ...others(MAX_WORK_PICTURES - 4)] }],
    ['nothing', {}],
  ]),
  ...of(stored, false, [
    ['no after picture', { after: [], before: [...before, ...after] }],
    ['no picture', { before: [], after: [] }],
    ['nine pictures', { after: [...after, ...others(MAX_WORK_PICTURES - 3)] }],
    ['pictures in words', { before: 'x' }],
    ['a picture with a text', { before: [{ ...other, alt: 'x' }] }],
    ['a stored picture with a text', { before: [{ ...before[0], alt: 'x' }] }],
    ['a new picture elsewhere', { before: [{ ...other, url: 'https://example.com/a.webp' }] }],
    ['a new picture of another work', { before: moved([other], PUBLISHED, 'elm') }],
    [
      'a new picture in another bucket than the next',
      {
        before: [...moved([other], 'demo-cabinets', 'others'), ...others(2).slice(1)],
      },
    ],
    ['a title too long beside them', { before: [], title: 'x'.repeat(201) }],
    ['a day of 1990 beside them', { before: [], created: new Date('1990-06-05') }],
    ['one key more beside them', { before: [], town: 'x' }],
    ['the cover’s picture away', { after: after.slice(0, -1) }],
    ['a cover that is no picture of the work', { cover: coverOf(other) }],
    ['a cover that is changed', { cover: { ...cover, height: 1201 } }],
    ['a cover with a text', { cover: { ...cover, alt: 'x' } }],
    ['a cover without its card', { cover: without(cover, 'thumb') }],
    ['a card elsewhere', { cover: { ...cover, thumb: 'https://example.com/a.webp' } }],
    ['a card of another work', { cover: moved(coverOf(before[0]!), PUBLISHED, 'elm') }],
    ['one of its renderings on the card', { cover: coverOf(before[0]!, '480.webp') }],
    ['a card in another form', { cover: coverOf(before[0]!, 'thumb.gif') }],
    ['a card with a long width', { cover: coverOf(before[0]!, '16000.webp') }],
  ]),
  ...commits(holding(stored), false, [
    ['no before any more', { set: PATH, data: without(stored, 'before') }],
    ['no after any more', { set: PATH, data: without(stored, 'after') }],
    ['no cover any more', { set: PATH, data: without(stored, 'cover') }],
  ]),
  // Each place of eight is looked at.
  ...Array.from({ length: MAX_WORK_PICTURES }, (_, count): Row[] => {
    const added = others(count + 1);
    const wrong = added.with(count, { ...added[count], width: 'wide' });
    const change = (pictures: Pictures) =>
      holding(stored).commit(
        correction({ before: [], after: pictures, cover: coverOf(added[0]!) }),
      );
    return [
      [`${count + 1} new ones`, true, () => change(added)],
      [`${count + 1} new ones, the last not right`, false, () => change(wrong)],
    ];
  }).flat(),
  ...commits(new World({ [OWNERS]: {}, [PATH]: stored }, signedIn('somebody')), false, [
    ['a user changes pictures', correction({ before: [] })],
  ]),
  ...commits(new World({ [OWNERS]: {}, [PATH]: stored }), false, [
    ['a visitor changes pictures', correction({ before: [] })],
  ]),
];

/** As `gallery:add` makes them: more pictures, more renderings, another card. */
const large = newWork(6, 6, { hasAvif: true });
const [ofLarge, afterLarge] = [large['before'] as Pictures, large['after'] as Pictures];
const eight = others(MAX_WORK_PICTURES);
const ofCommand: Row[] = [
  ...of(large, true, [
    ['a picture less of twelve', { before: ofLarge.slice(1) }],
    ['another order', { before: ofLarge.toReversed(), after: afterLarge.toReversed() }],
    ['another cover', { cover: coverOf(ofLarge[0]!, '1600.webp') }],
    ['four in the place of four', { before: [...ofLarge.slice(4), ...eight.slice(0, 4)] }],
    [
      'eight in the place of eight',
      { before: eight.slice(0, 6), after: [...eight.slice(6), ...afterLarge.slice(2)] },
    ],
    ['a picture twice in the place of one', { before: [ofLarge[0]!, ...ofLarge.slice(0, 5)] }],
  ]),
  ...of(large, false, [
    ['thirteen', { before: [...ofLarge, other] }],
    [
      'nine in the place of nine',
      { before: others(9).slice(0, 6), after: [...others(9).slice(6), ...afterLarge.slice(3)] },
    ],
    ['a changed one', { before: ofLarge.with(0, { ...ofLarge[0], height: 1201 }) }],
    ['a new one with AVIF', { before: others(1, { hasAvif: true }) }],
    ['a cover with AVIF on the card', { cover: coverOf(ofLarge[0]!, '960.avif') }],
  ]),
  // What the console or an older tool has written.
  ...of({ ...stored, title: 7, created: 'x', town: 'y' }, true, [
    ['whatever else the work holds', { before: [] }],
  ]),
  ...of(without(without(stored, 'title'), 'created'), true, [
    ['without title and day', { before: [] }],
  ]),
  ...of({ ...stored, cover: { ...cover, thumb: '/b.jpg' } }, true, [
    ['a picture less, where the card is elsewhere', { before: [] }],
    ['a picture more', { before: [other] }],
  ]),
  ...of({ ...stored, cover: { ...cover, thumb: '/b.jpg' } }, false, [
    ['a cover with the same card', { cover: { ...before[0], thumb: '/b.jpg' } }],
  ]),
  ...of({ ...stored, cover: 'x' }, true, [
    ['a cover where none was', { cover: coverOf(before[0]!) }],
  ]),
  ...of({ ...stored, cover: 'x' }, false, [['no cover where none was', { before: [] }]]),
  ...of({ ...stored, before: 'x' }, false, [['pictures where a text was', { before: [] }]]),
  ...of(newWork(1, 1, {}, 'ö ß'), true, [['a picture less', { before: [] }]], 'ö ß'),
  ...of(
    newWork(1, 1, {}, 'ö ß'),
    false,
    [['a picture more', { before: newWork(1, 1, { first: 50 }, 'ö ß')['before']! }]],
    'ö ß',
  ),
];

/** The samples have a text for each picture. */
const sample = newWork(2, 2, { hasAvif: true, alt: 'Sample illustration' });
const ofSample: Row[] = [
  ...of(sample, true, [
    ['a picture less of a sample', { before: [] }],
    ['another cover of a sample', { cover: coverOf((sample['before'] as Pictures)[0]!) }],
  ]),
  ...of(sample, false, [
    ['a cover with another text', { cover: { ...(sample['cover'] as Fields), alt: 'x' } }],
    ['… and one key more', { cover: { ...(sample['cover'] as Fields), town: 'x' } }],
    ['… without its text', { cover: without(sample['cover'] as Fields, 'alt') }],
  ]),
];

const BUCKET = 'https://firebasestorage[.]googleapis[.]com/v0/b/demo-cabinets[.]appspot[.]com/o/';
const pinned = { 'configurations/configurations': { download_address: BUCKET } };
const old = moved(stored, 'demo-cabinets', 'others');
/** What costs most. */
const dearest = {
  ...newWork(4, 4, { first: 50, widths: [480, 900] }),
  title: 'x',
};
const ofOtherBucket = holding({ ...old, created: EARLIER }, PUBLISHED, pinned);
const inOther = moved(other, 'demo-cabinets', 'others');
const buckets: Row[] = [
  ...commits(ofOtherBucket, true, [
    ['a picture less, where all lie in another bucket', correction({ before: [] })],
    ['a picture of this bucket beside them', correction({ before: [other] })],
    ['eight of this bucket in their place', correction(dearest)],
  ]),
  ...commits(ofOtherBucket, false, [
    ['a picture of the other bucket', correction({ before: [inOther] })],
    [
      'a card in the other bucket',
      correction({ cover: moved(coverOf(before[0]!), 'demo-cabinets', 'others') }),
    ],
  ]),
];
/** What an owner may make of a published work's pictures (firestore.rules). */
export const corrections: Section[] = [
  { title: 'correcting the pictures of a work', rows },
  { title: '… of the command', rows: ofCommand },
  { title: '… of a sample', rows: ofSample },
  { title: '… that lie in another bucket', rows: buckets },
];
