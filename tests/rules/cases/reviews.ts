import type { RulesAuth } from '../../../backend/rules/types';
import { MAX_REVIEW_TEXT } from '../../../src/domain/constants';
import { EARLIER, newReview, REVIEW_ID, USER, WORK, without, work } from '../sampleDocuments';
import { type Fields, Float, googleIdOf, signedIn, World, type Write } from '../rulesWorld';
import { commits, type Row, type Section } from './section';

const SECOND_ID = 'second0000';
const REVIEW = `${WORK}/reviews/${REVIEW_ID}`;
const MARKER = `${WORK}/reviewers/${googleIdOf(USER)}`;
const stored = { ...newReview(), created: EARLIER };

const onWork = (auth: RulesAuth | null) => new World({ [WORK]: work }, auth);
const fresh = onWork(signedIn(USER));
const done = { [WORK]: work, [REVIEW]: stored, [MARKER]: { review: REVIEW_ID } };
const reviewed = new World(done, signedIn(USER));
const takenDown = new World({ [WORK]: work, [MARKER]: { review: REVIEW_ID } }, signedIn(USER));
const stranger = new World(done, signedIn('user-two'));
/** Has deleted the account and signed in once more: another uid of the same person. */
const returned = new World(done, signedIn('user-again', { googleId: googleIdOf(USER) }));
const withPassword = new World(done, signedIn(USER, { provider: 'password' }));
const anonymous = new World(done);

const review = (changes: Fields = {}, id = REVIEW_ID): Write => ({
  set: `${WORK}/reviews/${id}`,
  data: newReview({ id, ...changes }),
});
const marker = (data: Fields = { review: REVIEW_ID }, name = googleIdOf(USER)): Write => ({
  set: `${WORK}/reviewers/${name}`,
  data,
});

const othersMarker = marker({ review: REVIEW_ID }, googleIdOf('user-two'));

/** A review that differs from an honest one, with its marker. */
const posts = (expected: boolean, table: [what: string, changes: Fields][]) =>
  table.map(([what, changes]): Row => [
    what,
    expected,
    () => fresh.commit(review(changes), marker()),
  ]);

const withProvider = (provider: string) => signedIn(USER, { provider });
const withIdentities = (identities: object) => ({
  uid: USER,
  token: { firebase: { sign_in_provider: 'google.com', identities } },
});
const callers: [what: string, auth: RulesAuth | null][] = [
  ['not signed in', null],
  ['signed in anonymously', withProvider('anonymous')],
  ['signed in with a password', withProvider('password')],
  ['a token without provider', { uid: USER, token: {} }],
  ['a token without identities', withIdentities({})],
];

const posting: Row[] = [
  ...posts(true, [
    ['a review and its marker', {}],
    ['one star', { stars: 1 }],
    ['no text', { text: '' }],
    ['one of the longest length in emojis', { text: '🪵'.repeat(MAX_REVIEW_TEXT / 2) }],
  ]),
  ...posts(false, [
    ['stars 0', { stars: 0 }],
    ['stars 6', { stars: 6 }],
    ['stars 3.0, a double', { stars: new Float(3) }],
    ['a text too long', { text: 'x'.repeat(MAX_REVIEW_TEXT + 1) }],
    ['a text too long by an emoji', { text: `${'x'.repeat(MAX_REVIEW_TEXT - 1)}🪵` }],
    ['a list as text', { text: ['x'] }],
    ['a forged created', { created: EARLIER }],
    ['a review for another uid', { user: 'user-two' }],
    ['an extra key', { verified: true }],
    ['an id that is not the document', { id: SECOND_ID }],
  ]),
  ['in the other order', true, () => fresh.commit(marker(), review())],
  ...Object.keys(newReview()).map((key): Row => [
    `no ${key}`,
    false,
    () => fresh.commit({ set: REVIEW, data: without(newReview(), key) }, marker()),
  ]),
  ...commits(new World({}, signedIn(USER)), false, [
    ['on a work that does not exist', review(), marker()],
  ]),
  ...callers.map(([what, auth]): Row => [
    what,
    false,
    () => onWork(auth).commit(review(), marker()),
  ]),
  ...commits(fresh, false, [
    ['an id with a sign in it', review({}, 'abc-ef_hij'), marker({ review: 'abc-ef_hij' })],
    ['a review without marker', review()],
    ['a marker without review', marker()],
    ['a marker that names another review', review(), marker({ review: SECOND_ID })],
    ['a marker with an extra key', review(), marker({ review: REVIEW_ID, at: 1 })],
    ["a marker with another person's Google account", review(), othersMarker],
    [
      "another person's marker beside the own one, which would keep them from reviewing",
      review(),
      marker(),
      othersMarker,
    ],
    ['two reviews at once', review(), review({}, SECOND_ID), marker()],
  ]),
];

/** Each side must refuse by itself: the other one might be written with admin rights. */
const alone: [what: string, world: World, writes: Write[], expected: boolean[]][] = [
  ['both allow', fresh, [review(), marker()], [true, true]],
  ['another provider', onWork(withProvider('password')), [review(), marker()], [false, false]],
  [
    "a review and a marker of somebody else's",
    fresh,
    [review({ user: 'user-two' }), othersMarker],
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
  ...commits(takenDown, false, [
    ['after a take-down, under a new id', review({}, SECOND_ID), marker({ review: SECOND_ID })],
    ['after a take-down, under the same id', review()],
  ]),
  ...commits(stranger, false, [
    ["a marker for somebody's review", othersMarker],
    ["overwriting somebody's review", { update: REVIEW, data: { text: '' } }],
  ]),
  ...commits(stranger, true, [
    [
      'another user on the same work',
      review({ user: 'user-two' }, SECOND_ID),
      marker({ review: SECOND_ID }, googleIdOf('user-two')),
    ],
  ]),
  ...commits(returned, false, [
    [
      'a deleted and re-created account',
      review({ user: 'user-again' }, SECOND_ID),
      marker({ review: SECOND_ID }),
    ],
    [
      'a deleted and re-created account, beside the old marker',
      review({ user: 'user-again' }, SECOND_ID),
    ],
  ]),
  ...commits(reviewed, false, [
    ['a second review with a new marker', review({}, SECOND_ID), marker({ review: SECOND_ID })],
    ['changing the stars', { update: REVIEW, data: { stars: 1 } }],
    ['deleting the review', { delete: REVIEW }],
    ['changing the marker', marker({ review: SECOND_ID })],
    ['deleting the marker', { delete: MARKER }],
    ['deleting both', { delete: REVIEW }, { delete: MARKER }],
  ]),
];

const reading: Row[] = [
  ['anyone reads a review', true, () => anonymous.get(REVIEW)],
  ['anyone lists the reviews', true, () => anonymous.list(`${WORK}/reviews`)],
  ['a user reads the own marker', true, () => reviewed.get(MARKER)],
  ['a user looks for the own marker', true, () => fresh.get(MARKER)],
  ['a person who comes back with another uid, too', true, () => returned.get(MARKER)],
  ["a user reads another's marker", false, () => stranger.get(MARKER)],
  ['with another provider, the own marker', false, () => withPassword.get(MARKER)],
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
