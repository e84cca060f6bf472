import { MAX_WORK_PICTURES, MAX_WORK_TITLE } from '../../../src/domain/constants';
import { DAY, EARLIER, WORK, without, work } from '../sampleDocuments';
import { addressIn, newWork, PUBLISHED } from '../sampleWork';
import { type Fields, Float, REQUEST_TIME, signedIn, World, type Write } from '../rulesWorld';
import { OWNERS, person } from './owners';
import { commits, type Row, type Section } from './section';

const PATH = `gallery/${PUBLISHED}`;
const owner = new World({ [OWNERS]: {} }, person());
const BUCKET = 'https://firebasestorage[.]googleapis[.]com/v0/b/demo-cabinets[.]appspot[.]com/o/';
const configured = (download_address: string) =>
  new World({ [OWNERS]: {}, 'configurations/configurations': { download_address } }, person());
const pinned = configured(BUCKET);

const published = (data: Fields, id = PUBLISHED): Write => ({ set: `gallery/${id}`, data });
const publishing = (expected: boolean, table: [what: string, data: Fields, id?: string][]) =>
  table.map(([what, data, id]): Row => [what, expected, () => owner.commit(published(data, id))]);

/** Where every address is a download address. */
const anywhere = configured('http.*');
const ROOT = 'https://firebasestorage.googleapis.com/v0/b/demo-cabinets.appspot.com/o/';
const at = (expected: boolean, table: [what: string, root: string][]) =>
  table.map(([what, root]): Row => [
    what,
    expected,
    () => anywhere.commit(published(replaced(ROOT, root))),
  ]);

const FIRST_MOMENT = new Date('1999-12-31T00:00:00.000Z');
const before = (moment: Date) => new Date(moment.getTime() - 1);
const TOO_LATE = new Date(REQUEST_TIME.getTime() + DAY);
const LAST_MOMENT = before(TOO_LATE);

type Pictures = Fields[];
/** The work with something else in the first after picture; `in its last source` and `in its cover` as well. */
function changed(changes: Fields, place: 'before' | 'after' = 'before'): Fields {
  const data = newWork();
  const [first, ...rest] = data[place] as Pictures;
  return { ...data, [place]: [{ ...first, ...changes }, ...rest] };
}
function withSource(index: number, changes: Fields): Fields {
  const [first] = newWork()['before'] as Pictures;
  const sources = (first!['sources'] as Pictures).map((source, at) =>
    at === index ? { ...source, ...changes } : source,
  );
  return changed({ sources });
}
const cover = newWork()['cover'] as Fields;
const withCover = (changes: Fields) => ({ ...newWork(), cover: { ...cover, ...changes } });
const withCard = (file: string, query = '?alt=media') =>
  withCover({ thumb: addressIn(PUBLISHED)(file).replace('?alt=media', query) });
function replaced(from: string, to: string): Fields {
  const data = JSON.parse(JSON.stringify(newWork()).replaceAll(from, () => to)) as Fields;
  return { ...data, created: EARLIER };
}
/** Only the first picture's own address, which is no source's here. */
const withUrl = (from: string | RegExp, to: string) => {
  const [first] = newWork()['before'] as Pictures;
  return changed({ url: String(first!['url']).replace(from, () => to) });
};
const withSourceUrl = (from: string | RegExp, to: string) => {
  const [first] = newWork()['before'] as Pictures;
  const [source] = first!['sources'] as Pictures;
  return withSource(0, { url: String(source!['url']).replace(from, () => to) });
};
/** A work with so many pictures, one of which has an address of another host. */
function elsewhere(count: number, place: number) {
  const data = newWork(0, count);
  const after = (data['after'] as Pictures).with(place, {
    ...(data['after'] as Pictures)[place],
    url: 'https://example.com/a.webp',
  });
  const { thumb } = data['cover'] as Fields;
  return owner.commit(published({ ...data, after, cover: { ...after.at(-1), thumb: thumb! } }));
}
const pictureOf = (data: Fields) => (data['before'] as Pictures)[0]!;
const sourcesOf = (data: Fields) => pictureOf(data)['sources'] as Pictures;

const shapes: Row[] = [
  ...publishing(true, [
    ['a work', newWork()],
    ['four pairs', newWork(4, 4)],
    ['eight of two widths', newWork(4, 4, { widths: [480, 900] })],
    ['eight of one width', newWork(4, 4, { widths: [400] })],
    ['JPEG', newWork(2, 2, { format: 'jpeg' })],
    ['a title of the longest length', { ...newWork(), title: 'x'.repeat(MAX_WORK_TITLE) }],
    ['a title of one letter', { ...newWork(), title: 'x' }],
    ['the first moment of 2000 anywhere', { ...newWork(), created: FIRST_MOMENT }],
    ['a moment of tomorrow', { ...newWork(), created: LAST_MOMENT }],
    ['the shortest id', newWork(1, 1, {}, 'Z'), 'Z'],
    ['the longest id', newWork(1, 1, {}, '9'.repeat(100)), '9'.repeat(100)],
    ['a width of one digit and a height of one', changed({ width: 1, height: 1 })],
    ['the largest sizes', changed({ width: 9999, height: 99_999 })],
    ['a rendering of one pixel', withSource(2, { width: 1 })],
    ['a rendering of the largest width', withSource(2, { width: 9999 })],
    ['the shortest name', withUrl('-1600.', '-1.')],
    ['the longest name', withUrl('-1600.', '-9999.')],
    ['a card that is its picture', withCover({ thumb: cover['url']! })],
  ]),
  ...Array.from({ length: MAX_WORK_PICTURES }, (_, last): Row[] => [
    [`${last + 1} pictures`, true, () => owner.commit(published(newWork(0, last + 1)))],
    [`${last + 1} pictures, the last elsewhere`, false, () => elsewhere(last + 1, last)],
    [`eight pictures, one of them elsewhere: ${last}`, false, () => elsewhere(8, last)],
  ]).flat(),
  ...publishing(false, [
    ['nine pictures', newWork(1, MAX_WORK_PICTURES)],
    ['no after picture', { ...newWork(2, 0), after: [] }],
    ['an extra key', { ...newWork(), town: 'x' }],
    ['another id', { ...newWork(), id: 'elm' }],
    ['no title', { ...newWork(), title: '' }],
    ['a title too long', { ...newWork(), title: 'x'.repeat(MAX_WORK_TITLE + 1) }],
    ['a title that is none', { ...newWork(), title: 7 }],
    ['a day in words', { ...newWork(), created: EARLIER.toISOString() }],
    ['a millisecond before 2000 begins anywhere', { ...newWork(), created: before(FIRST_MOMENT) }],
    ['a day of 1990', { ...newWork(), created: new Date('1990-06-05') }],
    ['a millisecond before this it is allowed', { ...newWork(), created: TOO_LATE }],
    ['a day in the future', { ...newWork(), created: new Date('2099-01-01') }],
    ['a text in the place of pictures', { ...newWork(), before: 'x' }],
    ['no pictures at all', { ...newWork(), before: null }],
    ['an id that is too long', newWork(1, 1, {}, '9'.repeat(101)), '9'.repeat(101)],
    ['an id that begins with a sign', newWork(1, 1, {}, '-elm'), '-elm'],
    ['an id with a dot', newWork(1, 1, {}, 'elm.street'), 'elm.street'],
    ['an id that is a pattern', newWork(1, 1, {}, 'e|m'), 'e|m'],
    ['an extra key in a picture', changed({ town: 'x' })],
    ['an alternative text', changed({ alt: 'x' })],
    ['a picture’s own card', changed({ thumb: 'x' })],
    ['an extra key in the first rendering', withSource(0, { town: 'x' })],
    ['… in the second', withSource(1, { town: 'x' })],
    ['… in the last', withSource(2, { town: 'x' })],
    ['no renderings', changed({ sources: [] })],
    ['four renderings', changed({ sources: [...sourcesOf(newWork()), sourcesOf(newWork())[0]!] })],
    ['another type of picture', withSource(0, { type: 'image/avif' })],
    ['… in the second rendering', withSource(1, { type: 'image/svg+xml' })],
    ['… in the last', withSource(2, { type: 'text/html' })],
    ['an empty width', withSource(1, { width: '' })],
    ['a picture’s empty width', changed({ width: '' })],
    ['a picture’s empty height', changed({ height: '' })],
    ['a width in words', withSource(1, { width: 'wide' })],
    ['a width of five digits', withSource(1, { width: 10_000 })],
    ['no width', withSource(1, { width: null })],
    ['half a pixel', withSource(1, { width: new Float(960.5) })],
    ['a picture’s width in words', changed({ width: 'wide' })],
    ['a picture’s width of five digits', changed({ width: 10_000 })],
    ['a height in words', changed({ height: 'high' })],
    ['a height of six digits', changed({ height: 100_000 })],
    ['a negative height', changed({ height: -1 })],
    ['a placeholder too short', changed({ placeholder: 'A'.repeat(47) })],
    ['a placeholder too long', changed({ placeholder: 'A'.repeat(49) })],
    ['a placeholder with a sign', changed({ placeholder: '-'.repeat(48) })],
    ['another host', replaced('firebasestorage.googleapis.com', 'example.com')],
    ['another folder', replaced('gallery%2F', 'requests%2F')],
    ['the folder of another work', replaced(`%2F${PUBLISHED}%2F`, '%2Fother%2F')],
    ['a deeper folder', replaced(`%2F${PUBLISHED}%2F`, `%2F${PUBLISHED}%2Fx%2F`)],
    ['a script as address', withUrl(/^.*$/, 'javascript:alert(1)')],
    ['… in a rendering', withSourceUrl(/^.*$/, 'javascript:alert(1)')],
    ['another sign for a dot of the host', withUrl('storage.googleapis', 'storage-googleapis')],
    ['a hash too short', withUrl('%2F00', '%2F0')],
    ['a hash too long', withUrl('%2F00', '%2F000')],
    ['a hash in capitals', withUrl('%2F00', '%2FAF')],
    ['a hash without a digit below A', withUrl('%2F00', '%2Fgg')],
    ['a name without a width', withUrl('-1600.', '-.')],
    ['a name with a long width', withUrl('-1600.', '-16000.')],
    ['a name with a width in letters', withUrl('-1600.', '-wide.')],
    ['an address of the card', withUrl('-1600.', '-thumb.')],
    ['another extension', withUrl('.webp', '.avif')],
    ['a token', withUrl('?alt=media', '?alt=media&token=x')],
    ['no download', withUrl('?alt=media', '')],
    ['another sign for the question mark', withUrl('?alt', '%3Falt')],
    ['another sign for the dot', withUrl('.webp', 'xwebp')],
    ['a cover that is no picture of the work', withCover({ height: 1201 })],
    ['a cover with an extra key', withCover({ alt: 'x' })],
    ['a cover without its card', { ...newWork(), cover: without(cover, 'thumb') }],
    ['a card elsewhere', withCover({ thumb: 'https://example.com/a.webp' })],
    ['a card in another form', withCard('0123456789abcdef-thumb.gif')],
    ['a card that is a rendering', withCard('0123456789abcdef-480.webp')],
    ['a card without a dot', withCard('0123456789abcdef-thumbxwebp')],
    ['a card with a token', withCard('0123456789abcdef-thumb.webp', '?alt=media&token=x')],
    ['a card without a download', withCard('0123456789abcdef-thumb.webp', '%3Falt=media')],
    ['a card’s hash too short', withCard('0123456789abcde-thumb.webp')],
  ]),
  ...Object.keys(newWork()).map((key): Row => [
    `no ${key}`,
    false,
    () => owner.commit(published(without(newWork(), key))),
  ]),
  ...Object.keys(pictureOf(newWork())).map((key): Row => [
    `a picture without ${key}`,
    false,
    () => {
      const data = newWork();
      const [first, ...rest] = data['before'] as Pictures;
      return owner.commit(published({ ...data, before: [without(first!, key), ...rest] }));
    },
  ]),
  ...Object.keys(sourcesOf(newWork())[0]!).map((key): Row => [
    `a rendering without ${key}`,
    false,
    () => {
      const sources = sourcesOf(newWork()).map((source) => without(source, key));
      return owner.commit(published(changed({ sources })));
    },
  ]),
  ...at(true, [
    ['the shortest root of its addresses', 'http://a'],
    ['the longest', `https://${'x'.repeat(300)}`],
    ['one of every character', 'https://aZ9:/._-'],
  ]),
  ...at(false, [
    ['a root that is none', 'http://'],
    ['a root too long', `https://${'x'.repeat(301)}`],
    ['a root that is a pattern', 'https://x*'],
    ['a root with a query', 'https://x?y='],
    ['another scheme', 'ftp://x/'],
  ]),
  [
    'pictures of many widths, where the pattern of addresses is long',
    true,
    () => pinned.commit(published(newWork(4, 4, { widths: [480, 900] }))),
  ],
  ['a work of this bucket', true, () => pinned.commit(published(newWork()))],
  [
    'a work of another bucket',
    false,
    () => pinned.commit(published(replaced('demo-cabinets.appspot', 'others.appspot'))),
  ],
];

const documents = { [OWNERS]: {}, [WORK]: work, [PATH]: newWork() };
const editor = new World(documents, person());
const old = new World(
  { ...documents, [WORK]: { ...work, title: 7, created: new Date('2099-01-01') } },
  person(),
);
const untitled = new World({ ...documents, [WORK]: without(work, 'title') }, person());
const undated = new World({ ...documents, [WORK]: without(work, 'created') }, person());
const user = new World(documents, signedIn('somebody'));
const title = { update: WORK, data: { title: 'Oak kitchen, again' } };

const editing: Row[] = [
  ...commits(editor, true, [
    ['the title', title],
    ['the day', { update: WORK, data: { created: new Date('2026-01-01T00:00:00.000Z') } }],
    ['both', { update: WORK, data: { title: 'x'.repeat(MAX_WORK_TITLE), created: EARLIER } }],
    ['a day of 2000', { update: WORK, data: { created: FIRST_MOMENT } }],
    ['tomorrow', { update: WORK, data: { created: LAST_MOMENT } }],
    ['the same work once more, after a lost answer', published(newWork())],
  ]),
  ...commits(editor, false, [
    ['no title', { update: WORK, data: { title: '' } }],
    ['a title too long', { update: WORK, data: { title: 'x'.repeat(MAX_WORK_TITLE + 1) } }],
    ['a day in words', { update: WORK, data: { created: 'today' } }],
    ['a day of 1990', { update: WORK, data: { created: new Date('1990-06-05') } }],
    ['a day in the future', { update: WORK, data: { created: new Date('2099-01-01') } }],
    ['a title, and no day any more', { set: WORK, data: without(work, 'created') }],
    ['a day, and no title any more', { set: WORK, data: without(work, 'title') }],
    ['another id', { update: WORK, data: { id: 'x' } }],
    ['one key more', { update: WORK, data: { title: 'x', town: 'y' } }],
    ['the work away', { delete: WORK }],
    ['another collection below it', { set: `${WORK}/drafts/1`, data: {} }],
  ]),
  ...commits(old, true, [
    ['the title of an older work, whatever its day', title],
    ['its day, whatever its title', { update: WORK, data: { created: EARLIER } }],
  ]),
  ...commits(untitled, true, [
    ['the day of a work that has no title', { update: WORK, data: { created: EARLIER } }],
  ]),
  ...commits(undated, true, [['the title of a work that has no day', title]]),
  ...commits(user, false, [
    ['a user publishes a work', published(newWork(1, 1, {}, 'new'), 'new')],
    ['a user changes a title', title],
  ]),
  [
    'a visitor publishes a work',
    false,
    () => new World(documents).commit(published(newWork(1, 1, {}, 'new'), 'new')),
  ],
];

/** What an owner may do with works (firestore.rules). */
export const works: Section[] = [
  { title: 'publishing a work', rows: shapes },
  { title: 'editing a work', rows: editing },
];
