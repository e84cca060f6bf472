import type { RulesAuth, RulesQuery } from '../../../backend/rules/types';
import {
  EARLIER,
  moving,
  newRequest,
  newReview,
  REQUEST,
  REVIEW_ID,
  storedRequest,
  USER,
  WORK,
  work,
} from '../sampleDocuments';
import { type Fields, Float, googleIdOf, signedIn, World, type Write } from '../rulesWorld';
import { commits, type Row, type Section } from './section';

const ADDRESS = 'olivia.o@example.com';
export const OWNERS = `owners/${ADDRESS}`;
const CONFIGURATIONS = 'configurations/configurations';
const REVIEW = `${WORK}/reviews/${REVIEW_ID}`;
const REMOVED = 'removed/oak-kitchen';
const TAKEN_DOWN = `${WORK}/takenDown/${REVIEW_ID}`;
const MARKER = `${WORK}/reviewers/${googleIdOf(USER)}`;

/** Somebody who has signed in with Google, with other claims. */
export function person(claims: Fields = {}, provider = 'google.com'): RulesAuth {
  const { uid, token } = signedIn('olivia', { provider });
  return { uid, token: { ...token, email: ADDRESS, email_verified: true, ...claims } };
}
const without = (claim: string): RulesAuth => {
  const { uid, token } = person();
  return {
    uid,
    token: Object.fromEntries(Object.entries(token).filter(([name]) => name !== claim)),
  };
};
const identified = (email: string): RulesAuth => {
  const { uid, token } = person({ email: 'olivia@elsewhere.example' });
  const firebase = token['firebase'] as { identities: object };
  const identities = { ...firebase.identities, email: [email] };
  return { uid, token: { ...token, firebase: { ...firebase, identities } } };
};

/** Everybody who is an owner, and everybody who only looks like one. */
export const OWNERS_TABLE: [what: string, auth: RulesAuth | null, isOwner: boolean][] = [
  ['an owner', person(), true],
  ['an owner whose address has capitals', person({ email: 'Olivia.O@Example.COM' }), true],
  ['nobody', null, false],
  ['a user without an address', signedIn('olivia'), false],
  ['an address that is not verified', person({ email_verified: false }), false],
  ['… that is verified in words', person({ email_verified: 'true' }), false],
  ['a token that does not say whether it is verified', without('email_verified'), false],
  ['a verified token without an address', without('email'), false],
  ['the address with a password', person({}, 'password'), false],
  ['the address by another provider', person({}, 'facebook.com'), false],
  ['the address in an account of its own', person({}, 'custom'), false],
  ['an address that was changed to another one', identified(ADDRESS), false],
  ['the address without its dot', person({ email: 'oliviao@example.com' }), false],
  ['the address with another dot', person({ email: 'o.livia.o@example.com' }), false],
  ['a prefix of the address', person({ email: 'olivia.o@example.co' }), false],
  ['the address with more behind it', person({ email: `${ADDRESS}.example` }), false],
  ['the address with a tag', person({ email: 'olivia.o+1@example.com' }), false],
  ['the address with a space', person({ email: ` ${ADDRESS}` }), false],
  ['a letter that looks the same', person({ email: 'оlivia.o@example.com' }), false],
  ['a list of addresses', person({ email: [ADDRESS] }), false],
  ['an empty address', person({ email: '' }), false],
  ['an address with a slash', person({ email: `x/owners/${ADDRESS}` }), false],
];

const stored = { ...newReview(), created: EARLIER };
const takeDown = moving(REVIEW, TAKEN_DOWN, stored);
/** Names of reviews that may be quoted, each of a review that is there. */
const QUOTE = `gallery/${'w'.repeat(100)}/reviews/aB3dE6gH9k`;
const NAMES = [
  QUOTE,
  'gallery/oak/reviews/Zz09yY18xX',
  'gallery/a/reviews/aB3dE6gH9k',
  'gallery/ö ß/reviews/aB3dE6gH9k',
  'gallery/a\nb/reviews/from the console',
];
/** Names of nothing, which look like those of a review that is there. */
const LOOKALIKES = [
  'gallery//reviews/aB3dE6gH9k',
  'gallery/./reviews/aB3dE6gH9k',
  'gallery/../reviews/aB3dE6gH9k',
  'gallery/a/../reviews/aB3dE6gH9k',
  'gallery/oak/../a/reviews/aB3dE6gH9k',
  'gallery/%61/reviews/aB3dE6gH9k',
  'gallery/A/reviews/aB3dE6gH9k',
  'gallery/а/reviews/aB3dE6gH9k',
  'gallery/a /reviews/aB3dE6gH9k',
  'gallery/a\u200B/reviews/aB3dE6gH9k',
  'gallery/o\u0308 ß/reviews/aB3dE6gH9k',
  'gallery/a/reviews/aB3dE6gH9k ',
  'gallery/a/reviews/aB3dE6gH9k\n',
  'gallery/a/reviews/aB3dE6gH9k/',
  'gallery/a/reviews/aB3dE6gH9k/x/y',
  'gallery/a/reviews/aB3dE6gH9k/reviews/aB3dE6gH9k',
  'gallery/a/reviews/AB3DE6GH9K',
  ' gallery/a/reviews/aB3dE6gH9k',
  '/gallery/a/reviews/aB3dE6gH9k',
  'Gallery/a/reviews/aB3dE6gH9k',
  'gallery/a/reviewers/aB3dE6gH9k',
  'gallery/gone/reviews/aB3dE6gH9k',
  'requests/a/reviews/aB3dE6gH9k',
  'databases/(default)/documents/gallery/a/reviews/aB3dE6gH9k',
  'gallery/a/reviews/aB3dE6gH9k\ngallery/oak/reviews/Zz09yY18xX',
  'gallery/a/reviews/aB3dE6gH9k,gallery/oak/reviews/Zz09yY18xX',
  'gallery/a\n/reviews/aB3dE6gH9k',
  '',
];
const reviewed = NAMES.flatMap((path): [string, Fields][] => [
  [path.split('/reviews')[0]!, {}],
  [path, stored],
]);
const documents: Record<string, Fields> = {
  ...Object.fromEntries(reviewed),
  // Its work is gone.
  'gallery/gone/reviews/aB3dE6gH9k': stored,
  [OWNERS]: {},
  [WORK]: work,
  [REVIEW]: stored,
  [MARKER]: { review: REVIEW_ID },
  [REQUEST]: storedRequest(),
  [CONFIGURATIONS]: {
    services_types: [],
    // As many as may be chosen: which names there may be instead does not depend on what is there.
    quotes: ['gallery/a/reviews/gone000000', 'gallery/b/reviews/gone000000'],
    download_address: 'https://x/o/',
  },
};
const answer = (status: unknown): Write => ({
  update: REQUEST,
  data: { status: status as Fields['status'] },
});
const owner = new World(documents, person());
const visitor = new World(documents);
const { [OWNERS]: _, ...others } = documents;
/** The owner's document is gone; the token is still good. */
const removed = new World(others, person());

const quotes = (...names: unknown[]): Write => ({
  update: CONFIGURATIONS,
  data: { quotes: names as string[] },
});
/** Where so many reviews are chosen that are gone by now. */
const choosing = (data: Fields) =>
  new World({ ...documents, [CONFIGURATIONS]: { services_types: [], ...data } }, person());
const GONE = 'gallery/oak-kitchen/reviews/gone000000';

const NEWEST: RulesQuery = { limit: 20, isGroup: false, orderBy: { created: 'DESC' } };

const permissions: [what: string, ask: (world: World) => ReturnType<World['commit']>][] = [
  ['takes a review down', (world) => world.commit(...takeDown)],
  ['chooses a quote', (world) => world.commit(quotes(QUOTE))],
  ['changes a title', (world) => world.commit({ update: WORK, data: { title: 'Oak' } })],
  ['removes a work', (world) => world.commit(...moving(WORK, REMOVED, work))],
  [
    'lists the reviews of all works',
    (world) => world.list('reviews', { limit: 100, isGroup: true }),
  ],
  [
    'lists what was taken down of all works',
    (world) => world.list('takenDown', { limit: 100, isGroup: true }),
  ],
  ['lists the removed works', (world) => world.list('removed', { limit: 100, isGroup: false })],
  ['reads a removed work', (world) => world.get('removed/elm')],
  ['reads a review that was taken down', (world) => world.get('gallery/elm/takenDown/1')],
  ['reads a review of a removed work', (world) => world.get('gallery/elm/reviews/1')],
  ['lists the newest marks of mails', (world) => world.list('alerts', NEWEST)],
  ['… of another first address', (world) => world.list('alerts/function/address2', NEWEST)],
  ['sees how many requests came', (world) => world.get('alerts/arrivals')],
  ['reads a request', (world) => world.get(REQUEST)],
  ['lists the newest requests', (world) => world.list('requests', NEWEST)],
  ['says that a request is answered', (world) => world.commit(answer(2))],
];

const people = OWNERS_TABLE.flatMap(([who, auth, expected]) =>
  permissions.map(([what, ask]): Row => [
    `${who} ${what}`,
    expected,
    () => ask(new World(documents, auth)),
  ]),
);
const gone = permissions.map(([what, ask]): Row => [
  `who was an owner until now ${what}`,
  false,
  () => ask(removed),
]);

const getAs = (auth: RulesAuth) => () => new World(documents, auth).get(OWNERS);
const ownDocument: Row[] = [
  ['an owner looks for the own document', true, () => owner.get(OWNERS)],
  ['… with capitals in the address', true, getAs(person({ email: 'Olivia.O@example.com' }))],
  ['who is none sees that there is none', true, () => removed.get(OWNERS)],
  ['another owner’s', false, getAs(person({ email: 'sam@example.com' }))],
  ['an address that is not verified', false, getAs(person({ email_verified: false }))],
  ['with a password', false, getAs(person({}, 'password'))],
  ['a visitor', false, () => visitor.get(OWNERS)],
  ['an owner lists the owners', false, () => owner.list('owners')],
  ...commits(owner, false, [
    ['an owner makes another one', { set: 'owners/sam@example.com', data: {} }],
    ['an owner removes the own document', { delete: OWNERS }],
  ]),
  ...commits(removed, false, [
    ['somebody becomes an owner', { set: OWNERS, data: {} }],
    ['… in the batch of what only an owner may do', { set: OWNERS, data: {} }, ...takeDown],
  ]),
];

/** Where the configuration is as given, or missing. */
const { [CONFIGURATIONS]: __, ...unconfigured } = documents;
const takingDown: [stored: string, configuration: Fields | undefined, alone: boolean][] = [
  ['chosen', { quotes: [GONE, REVIEW] }, false],
  ['chosen in a text', { quotes: REVIEW }, false],
  ['without a configuration', undefined, true],
  ['beside one of the same id', { quotes: [`gallery/a/reviews/${REVIEW_ID}`] }, true],
  ['beside a longer name', { quotes: [`${REVIEW}0`, `x${REVIEW}`] }, true],
];

const list =
  (name: string, limit: number | null, isGroup = false) =>
  () =>
    owner.list(name, { limit, isGroup });
const listGroup = (name: string, limit: number | null) => list(name, limit, true);
/** Questions for marks that are not the one of the owner's page. */
const MARKS_LOOKALIKES: [what: string, query: Partial<RulesQuery>][] = [
  ['twenty-one', { limit: 21 }],
  ['without a limit', { limit: null }],
  ['the oldest first', { orderBy: { created: 'ASC' } }],
  ['in another order', { orderBy: { open: 'DESC' } }],
  ['wherever they are', { isGroup: true }],
];

const reviewing: Row[] = [
  ...takingDown.flatMap(([what, configuration, alone]) => {
    const world = configuration ? choosing(configuration) : new World(unconfigured, person());
    return [
      ...commits(world, alone, [[`a review ${what}`, ...takeDown]]),
      ...commits(world, configuration !== undefined, [
        [`a review ${what}, with the quotes`, ...takeDown, quotes()],
        ['… in the other order', quotes(), ...takeDown],
      ]),
      ...commits(world, false, [
        [`a review ${what}, and chosen at once`, ...takeDown, quotes(REVIEW)],
        ['… in the other order', quotes(REVIEW), ...takeDown],
      ]),
    ];
  }),
  ...commits(choosing({ quotes: [REVIEW, QUOTE] }), true, [
    ['the chosen review, where the other stays', ...takeDown, quotes(QUOTE)],
  ]),
  ...commits(choosing({ quotes: [REVIEW, QUOTE] }), false, [
    ['… where it stays', ...takeDown, quotes(REVIEW)],
  ]),
  ...commits(owner, false, [
    ['the marker of a review', { delete: MARKER }],
    ['a review with its marker', ...takeDown, { delete: MARKER }],
    ['another text for a review', { update: REVIEW, data: { text: 'Nice.' } }],
    [
      'a review in somebody’s name',
      { set: `${WORK}/reviews/second0000`, data: newReview({ id: 'second0000' }) },
    ],
  ]),
  ['the reviews of all works, one hundred and one', false, listGroup('reviews', 101)],
  ['the reviews of all works, without a limit', false, listGroup('reviews', null)],
  ['what was taken down, one hundred and one', false, listGroup('takenDown', 101)],
  ['what was taken down, without a limit', false, listGroup('takenDown', null)],
  ['the removed works, one hundred and one', false, list('removed', 101)],
  ['the removed works, without a limit', false, list('removed', null)],
  ['the removed works, wherever they are', false, listGroup('removed', 1)],
  ['all works there are, wherever they are', false, listGroup('gallery', 1)],
  ['the markers of all works', false, listGroup('reviewers', 1)],
  [
    'a visitor lists the reviews of one work, without a limit',
    true,
    () => visitor.list(`${WORK}/reviews`),
  ],
  ['requests in their own order', true, list('requests', 20)],
  ['twenty-one requests', false, list('requests', 21)],
  ['requests without a limit', false, list('requests', null)],
  ['the requests, wherever they are', false, listGroup('requests', 1)],
  ...commits(owner, true, [
    ['a request as answered', answer(2)],
    ['… as new', answer(1)],
    ['nothing of a request', { update: REQUEST, data: {} }],
  ]),
  ...commits(owner, false, [
    ...[0, 3, 2.5, '2', null, true, [2], { is: 2 }].map((status): [string, Write] => [
      `a request as ${JSON.stringify(status)}`,
      answer(status),
    ]),
    ['a request as the float 2.0', answer(new Float(2))],
    ['a request’s words', { update: REQUEST, data: { description: 'Other words.' } }],
    ['a request’s pictures with its status', { update: REQUEST, data: { status: 2, files: [{}] } }],
    ['a request that is deleted', { delete: REQUEST }],
    [
      'a request of their own',
      { set: 'requests/2234567890', data: newRequest({ id: '2234567890' }) },
    ],
    ['a request that is not there', { update: 'requests/2234567890', data: { status: 2 } }],
  ]),
  ['an upload ticket', false, () => owner.get('uploads/1234567890')],
  ['the marks of a request’s mails', false, () => owner.get('alerts/1234567890')],
  ['what the functions remember', false, () => owner.get('alerts/function')],
  ['… of another address', false, () => owner.get('alerts/function/address2/function')],
  ...['uploads', 'receipts', 'owners'].map((collection): Row => [
    `the newest ${collection}`,
    false,
    () => owner.list(collection, NEWEST),
  ]),
  ...['alerts', 'alerts/function/address2'].flatMap((marks) =>
    MARKS_LOOKALIKES.map(([what, query]): Row => [
      `the marks in ${marks}, ${what}`,
      false,
      // A group is named by its id alone.
      () => owner.list(query.isGroup ? marks.split('/').at(-1)! : marks, { ...NEWEST, ...query }),
    ]),
  ),
  ...commits(owner, false, [
    ['a mark', { set: 'alerts/1234567890', data: { created: EARLIER } }],
    ['how many requests came', { set: 'alerts/arrivals', data: { week: 0 } }],
  ]),
];

const quoting: Row[] = [
  ...commits(
    owner,
    true,
    NAMES.map((name) => [`the quote “${name}”`, quotes(name)]),
  ),
  ...commits(owner, true, [
    ['no quote', quotes()],
    ['two quotes', quotes(QUOTE, 'gallery/oak/reviews/Zz09yY18xX')],
    ['nothing else', { update: CONFIGURATIONS, data: {} }],
  ]),
  ...commits(
    owner,
    false,
    [...LOOKALIKES, GONE, 7, null, {}].map((name) => [`“${String(name)}”`, quotes(name)]),
  ),
  ...commits(owner, false, [
    ['… in the second place', quotes(QUOTE, LOOKALIKES[0])],
    ['three quotes', quotes(QUOTE, QUOTE, QUOTE)],
    ['an empty text', { update: CONFIGURATIONS, data: { quotes: '' } }],
    ['a map', { update: CONFIGURATIONS, data: { quotes: { '0': QUOTE } } }],
    ['a text', { update: CONFIGURATIONS, data: { quotes: QUOTE } }],
    [
      'another field beside it',
      { update: CONFIGURATIONS, data: { quotes: [], download_address: '.*' } },
    ],
    ['the whole document anew', { set: CONFIGURATIONS, data: { quotes: [] } }],
    ['the document away', { delete: CONFIGURATIONS }],
    ['the version', { update: 'version/current', data: { version: 9 } }],
  ]),
  ...commits(choosing({}), true, [['the first review', quotes(REVIEW)]]),
  ...commits(choosing({}), false, [['a review that was taken down', quotes(GONE)]]),
  ...commits(choosing({ quotes: ['gallery/../reviews/x', 7, GONE] }), true, [
    ['one less of three that are not right', quotes('gallery/../reviews/x', 7)],
    ['… in another order', quotes(7, 'gallery/../reviews/x')],
    ['one in the place of two', quotes(7, REVIEW)],
    ['… in the first place', quotes(REVIEW, GONE)],
    ['as they were', quotes('gallery/../reviews/x', 7, GONE)],
  ]),
  ...commits(choosing({ quotes: ['gallery/../reviews/x', 7, GONE] }), false, [
    ['one in the place of one', quotes('gallery/../reviews/x', 7, REVIEW)],
    ['one of three four times', quotes(7, 7, 7, 7)],
    ['a dead one beside them', quotes(7, 'gallery/./reviews/x')],
  ]),
  ...commits(choosing({ quotes: [GONE] }), false, [
    ['one that is gone three times', quotes(GONE, GONE, GONE)],
  ]),
  ...commits(choosing({ quotes: 'a text' }), true, [
    ['none where a text was', quotes()],
    ['one where a text was', quotes(REVIEW)],
  ]),
  ...commits(new World({ [OWNERS]: {} }, person()), false, [
    ['a document that is not there', { set: CONFIGURATIONS, data: { quotes: [] } }],
  ]),
];

/** Who is an owner, and what an owner may do with documents besides works (firestore.rules). */
export const owners: Section[] = [
  { title: 'who is an owner', rows: [...people, ...gone] },
  { title: 'the document of an owner', rows: ownDocument },
  { title: 'an owner and the reviews', rows: reviewing },
  { title: 'an owner and the quotes', rows: quoting },
];
