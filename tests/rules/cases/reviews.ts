import { MAX_REVIEW_TEXT } from '../../../src/domain/limits';
import { EARLIER, newReview, REVIEW_ID, USER, WORK, without, work } from '../samples';
import { type Fields, Float, signedIn, World, type Write } from '../world';
import type { Row, Section } from './section';

const SECOND_ID = 'second0000';
const REVIEW = `${WORK}/reviews/${REVIEW_ID}`;
const MARKER = `${WORK}/reviewers/${USER}`;
const stored = { ...newReview(), created: EARLIER };

const fresh = new World({ [WORK]: work }, signedIn(USER));
const done = { [WORK]: work, [REVIEW]: stored, [MARKER]: { review: REVIEW_ID } };
const reviewed = new World(done, signedIn(USER));
const takenDown = new World({ [WORK]: work, [MARKER]: { review: REVIEW_ID } }, signedIn(USER));
const stranger = new World(done, signedIn('user-two'));
const anonymous = new World(done);

const review = (changes: Fields = {}, id = REVIEW_ID): Write => ({
  set: `${WORK}/reviews/${id}`,
  data: newReview({ id, ...changes }),
});
const marker = (data: Fields = { review: REVIEW_ID }, uid = USER): Write => ({
  set: `${WORK}/reviewers/${uid}`,
  data,
});
const post = (changes: Fields = {}) => fresh.commit(review(changes), marker());

const posting: Row[] = [
  ['a review and its marker', true, () => post()],
  ['in the other order', true, () => fresh.commit(marker(), review())],
  ['one star', true, () => post({ stars: 1 })],
  ['no text', true, () => post({ text: '' })],
  ['a text of the longest length', true, () => post({ text: 'x'.repeat(MAX_REVIEW_TEXT) })],
  ['stars 0', false, () => post({ stars: 0 })],
  ['stars 6', false, () => post({ stars: 6 })],
  ['stars -1', false, () => post({ stars: -1 })],
  ['stars 3.5', false, () => post({ stars: 3.5 })],
  ['stars 3.0, a double', false, () => post({ stars: new Float(3) })],
  ['stars "5"', false, () => post({ stars: '5' })],
  ['stars null', false, () => post({ stars: null })],
  ['stars NaN', false, () => post({ stars: new Float(NaN) })],
  ['a text too long', false, () => post({ text: 'x'.repeat(MAX_REVIEW_TEXT + 1) })],
  ['a number as text', false, () => post({ text: 5 })],
  ['a list as text', false, () => post({ text: ['x'] })],
  ['a forged created', false, () => post({ created: EARLIER })],
  ['a review for another uid', false, () => post({ user: 'user-two' })],
  ['an extra key', false, () => post({ verified: true })],
  ['an id that is not the document', false, () => post({ id: SECOND_ID })],
  [
    'an id of 9 characters',
    false,
    () => fresh.commit(review({}, 'short0000'), marker({ review: 'short0000' })),
  ],
  [
    'an id with a sign in it',
    false,
    () => fresh.commit(review({}, 'abc-ef_hij'), marker({ review: 'abc-ef_hij' })),
  ],
  ...Object.keys(newReview()).map((key): Row => [
    `no ${key}`,
    false,
    () => fresh.commit({ set: REVIEW, data: without(newReview(), key) }, marker()),
  ]),
  ['a review without marker', false, () => fresh.commit(review())],
  ['a marker without review', false, () => fresh.commit(marker())],
  [
    'a marker that names another review',
    false,
    () => fresh.commit(review(), marker({ review: SECOND_ID })),
  ],
  [
    'a marker with an extra key',
    false,
    () => fresh.commit(review(), marker({ review: REVIEW_ID, at: 1 })),
  ],
  ['a marker of the wrong type', false, () => fresh.commit(review(), marker({ review: 7 }))],
  ['an empty marker', false, () => fresh.commit(review(), marker({}))],
  [
    'a marker for another uid',
    false,
    () => fresh.commit(review(), marker({ review: REVIEW_ID }, 'user-two')),
  ],
  ['two reviews at once', false, () => fresh.commit(review(), review({}, SECOND_ID), marker())],
  [
    'on a work that does not exist',
    false,
    () => new World({}, signedIn(USER)).commit(review(), marker()),
  ],
  ['not signed in', false, () => new World({ [WORK]: work }).commit(review(), marker())],
  [
    'signed in anonymously',
    false,
    () => new World({ [WORK]: work }, signedIn(USER, 'anonymous')).commit(review(), marker()),
  ],
  [
    'signed in with a password',
    false,
    () => new World({ [WORK]: work }, signedIn(USER, 'password')).commit(review(), marker()),
  ],
  [
    'a list of providers',
    false,
    () =>
      new World(
        { [WORK]: work },
        { uid: USER, token: { firebase: { sign_in_provider: ['google.com'] } } },
      ).commit(review(), marker()),
  ],
  [
    'a token without provider',
    false,
    () => new World({ [WORK]: work }, { uid: USER, token: {} }).commit(review(), marker()),
  ],
];

/** Each side must refuse by itself: the other one might be written with admin rights. */
const alone: [what: string, world: World, writes: Write[], expected: boolean[]][] = [
  ['both allow', fresh, [review(), marker()], [true, true]],
  [
    'another provider',
    new World({ [WORK]: work }, signedIn(USER, 'password')),
    [review(), marker()],
    [false, false],
  ],
  [
    "a review and a marker of somebody else's",
    fresh,
    [review({ user: 'user-two' }), marker({ review: REVIEW_ID }, 'user-two')],
    [false, false],
  ],
  ["a review of somebody else's", fresh, [review({ user: 'user-two' }), marker()], [false, false]],
  [
    'an id that is none',
    fresh,
    [review({}, 'short0000'), marker({ review: 'short0000' })],
    [false, false],
  ],
  [
    'a marker for a review that was there before',
    new World({ [WORK]: work, [REVIEW]: stored }, signedIn(USER)),
    [marker()],
    [false],
  ],
];

const sides = alone.map(([what, world, writes, expected]): Row => [
  what,
  expected,
  () => world.decide(...writes),
]);

const again: Row[] = [
  [
    'a second review with a new marker',
    false,
    () => reviewed.commit(review({}, SECOND_ID), marker({ review: SECOND_ID })),
  ],
  ['a second review beside the old marker', false, () => reviewed.commit(review({}, SECOND_ID))],
  ['the same review again', false, () => reviewed.commit(review(), marker())],
  ['changing the stars', false, () => reviewed.commit({ update: REVIEW, data: { stars: 1 } })],
  ['changing nothing', false, () => reviewed.commit({ update: REVIEW, data: {} })],
  ['deleting the review', false, () => reviewed.commit({ delete: REVIEW })],
  ['changing the marker', false, () => reviewed.commit(marker({ review: SECOND_ID }))],
  ['deleting the marker', false, () => reviewed.commit({ delete: MARKER })],
  ['deleting both', false, () => reviewed.commit({ delete: REVIEW }, { delete: MARKER })],
  [
    'after a take-down, under a new id',
    false,
    () => takenDown.commit(review({}, SECOND_ID), marker({ review: SECOND_ID })),
  ],
  ['after a take-down, under the same id', false, () => takenDown.commit(review())],
  [
    "a marker for somebody's review",
    false,
    () => stranger.commit(marker({ review: REVIEW_ID }, 'user-two')),
  ],
  [
    "overwriting somebody's review",
    false,
    () => stranger.commit({ update: REVIEW, data: { text: '' } }),
  ],
  [
    'another user on the same work',
    true,
    () =>
      stranger.commit(
        review({ user: 'user-two' }, SECOND_ID),
        marker({ review: SECOND_ID }, 'user-two'),
      ),
  ],
];

const reading: Row[] = [
  ['anyone reads a review', true, () => anonymous.get(REVIEW)],
  ['anyone lists the reviews', true, () => anonymous.list(`${WORK}/reviews`)],
  ['a user reads the own marker', true, () => reviewed.get(MARKER)],
  ['a user looks for the own marker', true, () => fresh.get(MARKER)],
  ["a user reads another's marker", false, () => stranger.get(MARKER)],
  [
    'with another provider, the own marker',
    false,
    () => new World(done, signedIn(USER, 'password')).get(MARKER),
  ],
  ['a visitor reads a marker', false, () => anonymous.get(MARKER)],
  ['a user lists the markers', false, () => reviewed.list(`${WORK}/reviewers`)],
];

/** What anybody may do with reviews and their markers (firestore.rules). */
export const reviews: Section[] = [
  { title: 'posting a review', rows: posting },
  { title: 'the review and the marker each by itself', rows: sides },
  { title: 'reviewing again', rows: again },
  { title: 'reading reviews and markers', rows: reading },
];
