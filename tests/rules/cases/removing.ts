import {
  copyOf,
  DAY,
  EARLIER,
  moving,
  newReview,
  puttingBack,
  REVIEW_ID,
  USER,
  WORK,
  work,
} from '../sampleDocuments';
import { newWork, PUBLISHED } from '../sampleWork';
import {
  type Fields,
  Float,
  googleIdOf,
  REQUEST_TIME,
  signedIn,
  World,
  type Write,
} from '../rulesWorld';
import { OWNERS, person } from './owners';
import { commits, type Row, type Section } from './section';

const CONFIGURATIONS = 'configurations/configurations';
const REMOVED = 'removed/oak-kitchen';
const REVIEW = `${WORK}/reviews/${REVIEW_ID}`;
const TAKEN_DOWN = `${WORK}/takenDown/${REVIEW_ID}`;
const stored = { ...newReview(), created: EARLIER };

/** A document that is moved, where its copy goes and what its copy calls it, and another one of its collection. */
interface Moved {
  path: string;
  copy: string;
  key: 'work' | 'review';
  data: Fields;
  /** The same with a whole number that an import has stored as a float: the SDK reads it, and writes it back as an int. */
  floats: Fields;
  other: { path: string; copy: string };
}
const ofWork: Moved = {
  path: WORK,
  copy: REMOVED,
  key: 'work',
  data: work,
  floats: { ...work, cover: { ...(work['cover'] as Fields), width: new Float(1600) } },
  other: { path: 'gallery/elm', copy: 'removed/elm' },
};
const ofReview: Moved = {
  path: REVIEW,
  copy: TAKEN_DOWN,
  key: 'review',
  data: stored,
  floats: { ...stored, stars: new Float(5) },
  other: { path: `${WORK}/reviews/second0000`, copy: `${WORK}/takenDown/second0000` },
};

const there: Record<string, Fields> = {
  [OWNERS]: {},
  [WORK]: work,
  [REVIEW]: stored,
  [`${WORK}/reviewers/${googleIdOf(USER)}`]: { review: REVIEW_ID },
};
/** What is there after the move. */
function moved({ path, copy, data }: Moved, at = EARLIER, documents = there): typeof there {
  const { [path]: _, ...others } = documents;
  return { ...others, [copy]: copyOf(copy, data, at) };
}
const asOwner = (documents: Record<string, Fields>) => new World(documents, person());
const writer = signedIn(USER);

/** What each write of a batch is answered by itself. */
const decides = (
  world: World,
  table: [what: string, expected: boolean[], ...writes: Write[]][],
): Row[] =>
  table.map(([what, expected, ...writes]) => [what, expected, () => world.decide(...writes)]);

const NO: [boolean, boolean] = [false, false];

function removing(one: Moved): Row[] {
  const { path, copy, key, data, floats, other } = one;
  const owner = asOwner({ ...there, [other.path]: data });
  const [away, copied] = moving(path, copy, data);
  const as = (fields: Fields): Write => ({ set: copy, data: fields });
  const at = REQUEST_TIME;
  const all = { [key]: data };
  return [
    ...commits(owner, true, [
      [`a ${key}`, away, copied],
      ['… in the other order', copied, away],
      ['… and another one at once', away, copied, ...moving(other.path, other.copy, data)],
    ]),
    ...commits(asOwner({ ...there, [path]: floats }), true, [
      ['whose numbers are floats', away, copied],
      ['… which the copy keeps', ...moving(path, copy, floats)],
    ]),
    ...decides(owner, [
      ['without its copy', [false], away],
      ['the copy alone', [false], copied],
      ['a copy of something else', NO, away, as({ [key]: { ...data, id: 'x' }, at })],
      ['a copy of one field more', NO, away, as({ [key]: { ...data, more: 1 }, at })],
      ['a copy of nothing', NO, away, as({ [key]: {}, at })],
      ['a copy in words', NO, away, as({ [key]: 'x', at })],
      ['a copy by another name', NO, away, as({ copy: data, at })],
      // The other half is as it must be.
      ['a copy with more beside it', [true, false], away, as({ ...all, at, more: 1 })],
      ['a copy of an earlier time', [true, false], away, as({ ...all, at: EARLIER })],
      ['a copy without a time', [true, false], away, as(all)],
      ['a copy under another id', NO, away, { set: other.copy, data: { ...all, at } }],
      ['a copy of what stays, changed', NO, { update: path, data: { id: 'x' } }, copied],
      ['a copy of what is not there', [false], { set: `${copy}x`, data: { ...all, at } }],
    ]),
    ...decides(new World(there), [['by a visitor', NO, away, copied]]),
    ...decides(new World(there, writer), [['by somebody who is signed in', NO, away, copied]]),
    ...decides(asOwner({ ...there, [copy]: copyOf(copy, data) }), [
      ['what has a copy of an earlier time', [false], away],
      ['… which gets the time of now', NO, away, copied],
      ['a copy whose original is there', [false], { delete: copy }],
    ]),
    ...decides(asOwner(moved(one)), [
      ['a copy for good', [false], { delete: copy }],
      ['another time for a copy', [false], { update: copy, data: { at } }],
      ['something else in a copy', [false], { update: copy, data: { [key]: {} } }],
    ]),
  ];
}

const WEEK_AGO = new Date(REQUEST_TIME.getTime() - 7 * DAY);
const LAST_MOMENT = new Date(WEEK_AGO.getTime() + 1);

function undoing(one: Moved): Row[] {
  const { path, copy, data, floats, other } = one;
  const removed = asOwner(moved(one));
  const [back, dropped] = puttingBack(path, copy, data);
  const as = (fields: Fields): Write => ({ set: path, data: fields });
  return [
    ...commits(removed, true, [
      ['in the week', back, dropped],
      ['… in the other order', dropped, back],
    ]),
    ...commits(asOwner(moved(one, REQUEST_TIME)), true, [['at once', back, dropped]]),
    ...commits(asOwner(moved({ ...one, data: floats })), true, [
      ['with floats, as whole numbers', back, dropped],
    ]),
    ...commits(asOwner(moved(one, LAST_MOMENT)), true, [
      ['a millisecond before the week is over', back, dropped],
    ]),
    ...decides(asOwner(moved(one, WEEK_AGO)), [['a week later', [false, true], back, dropped]]),
    ...decides(removed, [
      ['where the copy stays', [false], back],
      ['the copy’s end alone', [false], dropped],
      ['as something else', NO, as({ ...data, id: 'x' }), dropped],
      ['with one field more', NO, as({ ...data, more: 1 }), dropped],
      ['as nothing', NO, as({}), dropped],
      ['under another id', NO, { set: other.path, data }, dropped],
    ]),
    ...decides(new World(moved(one)), [['by a visitor', NO, back, dropped]]),
    ...decides(new World(moved(one), writer), [
      ['by somebody who is signed in', NO, back, dropped],
    ]),
  ];
}

const quotes = (...names: string[]): Write => ({ update: CONFIGURATIONS, data: { quotes: names } });
const OTHERS = 'gallery/elm/reviews/aB3dE6gH9k';
const removal = moving(WORK, REMOVED, work);
const whereQuoted = (given: unknown, id = 'oak-kitchen') => {
  const path = `gallery/${id}`;
  const world = asOwner({
    ...there,
    [path]: work,
    [OTHERS]: stored,
    [CONFIGURATIONS]: { quotes: given as string[] },
  });
  return { world, writes: moving(path, `removed/${id}`, work) };
};
const removingQuoted = (expected: boolean, table: [what: string, quotes: unknown, id?: string][]) =>
  table.map(([what, given, id]): Row => {
    const { world, writes } = whereQuoted(given, id);
    return [what, expected, () => world.commit(...writes)];
  });

const quoted: Row[] = [
  ...removingQuoted(true, [
    ['where no quote is', []],
    ['where another work’s is', [OTHERS]],
    ['where two others are', [OTHERS, 'gallery/a\nb/reviews/from the console']],
    ['where one is of a work whose id is longer', [`gallery/oak-kitchen-2/reviews/${REVIEW_ID}`]],
    ['… or ends like this one', [`gallery/old-oak-kitchen/reviews/${REVIEW_ID}`]],
    ['where a review has this id', ['gallery/elm/reviews/kitchen001'], 'kitchen001'],
    ['… or ends with it', ['gallery/elm/reviews/aB3dE6gH9x'], 'x'],
    ['where something else was chosen', [7, null, true, 'gallery/../reviews/x', '', OTHERS]],
  ]),
  ...removingQuoted(false, [
    ['where one of its reviews is a quote', [REVIEW]],
    ['… in the second place', [OTHERS, REVIEW]],
    ['… in the first', [REVIEW, OTHERS]],
    ['… behind what is not right', [7, 'x', `${WORK}/reviews/from the console`]],
    ['… whose review is gone', [`${WORK}/reviews/gone000000`]],
    ['… without a name', [`${WORK}/reviews/`]],
    ['where the work has a short name', ['gallery/a/reviews/b'], 'a'],
    ['… of two lines', [OTHERS, 'gallery/a\nb/reviews/c'], 'a\nb'],
    ['… that is a part of a path', ['gallery/reviews/reviews/b'], 'reviews'],
    // Ids of eleven letters come from the console: the last one looks like a work.
    [
      'where the end of a long id of a review is the work’s',
      ['gallery/elm/reviews/aB3dE6gH9kx'],
      'x',
    ],
    ['where the quotes are none', null],
  ]),
  ...[
    { given: [REVIEW], left: [] },
    { given: [REVIEW, OTHERS], left: [OTHERS] },
    { given: null, left: [] },
  ].flatMap(({ given, left }) =>
    commits(whereQuoted(given).world, true, [
      [`with its quotes at once: ${String(given)}`, ...removal, quotes(...left)],
      ['… in the other order', quotes(...left), ...removal],
    ]),
  ),
  ...commits(whereQuoted([OTHERS]).world, false, [
    ['and one of its reviews is chosen at once', ...removal, quotes(OTHERS, REVIEW)],
  ]),
];

const PATH = `gallery/${PUBLISHED}`;
const reserved = (at: Date) =>
  asOwner({ [OWNERS]: {}, [`removed/${PUBLISHED}`]: copyOf('removed/x', newWork(), at) });
const anew = { set: PATH, data: newWork(1, 1) };
const [back, dropped] = puttingBack(REVIEW, TAKEN_DOWN, stored);

const ids: Row[] = [
  ...commits(reserved(EARLIER), false, [
    ['another work under the id of a removed one', anew],
    ['… in the batch that ends the undo', anew, { delete: `removed/${PUBLISHED}` }],
    ['the removed work itself, without an end of the undo', { set: PATH, data: newWork() }],
  ]),
  ...commits(reserved(WEEK_AGO), false, [['another work, a week later', anew]]),
  [
    'somebody’s review with the id of one that was taken down',
    [false, true],
    () =>
      new World(moved(ofReview), signedIn('user-two')).decide(
        { set: REVIEW, data: newReview({ user: 'user-two' }) },
        { set: `${WORK}/reviewers/${googleIdOf('user-two')}`, data: { review: REVIEW_ID } },
      ),
  ],
];

/** Where its work is removed as well. */
const whileGone: Row[] = [
  ...commits(asOwner(moved(ofWork)), true, [
    ['a review of a removed work is taken down', ...moving(REVIEW, TAKEN_DOWN, stored)],
  ]),
  ...decides(asOwner(moved(ofWork, EARLIER, moved(ofReview))), [
    ['a review of a removed work', [false, true], back, dropped],
  ]),
];

/** Whoever is no owner. */
const strangers: [who: string, auth: ReturnType<typeof signedIn> | null][] = [
  ['a visitor', null],
  ['its writer', writer],
];
const reading: Row[] = strangers.flatMap(([who, auth]): Row[] => {
  const removed = new World(moved(ofWork), auth);
  const down = new World(moved(ofReview), auth);
  const all = { limit: 1, isGroup: true };
  return [
    [`${who} looks for a removed work`, true, () => removed.get(WORK)],
    [`${who} reads it`, false, () => removed.get(REMOVED)],
    [`${who} lists the removed works`, false, () => removed.list('removed')],
    [`${who} … wherever they are`, false, () => removed.list('removed', all)],
    [`${who} reads a review of it`, false, () => removed.get(REVIEW)],
    [`${who} lists its reviews`, false, () => removed.list(`${WORK}/reviews`)],
    [`${who} lists the reviews of no work`, false, () => removed.list('gallery/none/reviews')],
    [`${who} lists the reviews of all`, false, () => removed.list('reviews', all)],
    [`${who} looks for a review that was taken down`, true, () => down.get(REVIEW)],
    [`${who} reads it there`, false, () => down.get(TAKEN_DOWN)],
    [`${who} lists what was taken down`, false, () => down.list(`${WORK}/takenDown`)],
    [`${who} … of all works`, false, () => down.list('takenDown', all)],
  ];
});

/** What an owner may remove and undo, and what nobody else sees of it (firestore.rules). */
export const removals: Section[] = [
  { title: 'removing a work', rows: removing(ofWork) },
  { title: 'removing a work whose reviews may be quoted', rows: quoted },
  { title: 'putting a work back', rows: undoing(ofWork) },
  { title: 'taking a review down', rows: removing(ofReview) },
  { title: 'putting a review back', rows: [...undoing(ofReview), ...whileGone] },
  { title: 'the id of what was removed is not free', rows: ids },
  { title: 'reading what was removed', rows: reading },
];
