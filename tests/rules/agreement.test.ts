/**
 * The client and the rules agree: what `src/domain` calls acceptable the rules accept in the form in
 * which it is sent, and the other way round, on 20,000 random documents near the limits.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProtoValue } from '../../local/rules/types';
import { encodeFields, type PlainFields } from '../../src/backend/rest/values';
import { isAcceptableRequest, isAcceptableReview } from '../../src/domain/acceptance';
import {
  FIELD_LIMITS,
  MAX_CATEGORIES,
  MAX_CATEGORY_LENGTH,
  MAX_REVIEW_TEXT,
} from '../../src/domain/limits';
import { EMPTY_FIELDS } from '../../src/domain/validation';
import { ID, newRequest, newReview, REQUEST, REVIEW_ID, USER, WORK, work } from './samples';
import { Encoded, type Fields, signedIn, World } from './world';

/** fast-check prints it, and the path to the document, where the two disagree. */
const SEED = 20_261_121;
const REQUESTS = 14_000;
const REVIEWS = 6_000;

/** Letters of many widths and directions, halves of pairs, line ends, invisible and control characters. */
const LETTERS = ['x', ' ', 'é', 'e\u0301', 'ß', '李', 'ש', 'ب', '🪵', '👩‍🔧', '\ud83e', '\udeb5'];
const INVISIBLE = ['\n', '\r\n', '\t', '\0', '\u200b', '\u200f', '\u202e', '\u2028', '\ufeff'];
const unit = fc.constantFrom(...LETTERS, ...INVISIBLE, '\ufffd', '\\', "'");
const units = fc.array(unit, { minLength: 1, maxLength: 4 });

/** A text of exactly so many characters. */
const textOf = (length: fc.Arbitrary<number>) =>
  fc.tuple(length, units).map(([count, parts]) => {
    const points = [...parts.join('')];
    return Array.from({ length: count }, (_, index) => points[index % points.length]).join('');
  });

const near = (max: number) => fc.constantFrom(max - 1, max, max + 1);
const within = (min: number, max: number) =>
  fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max - 1, max));

/** What is no text. */
const odd = fc.constantFrom<Fields[string]>(
  null,
  true,
  0,
  7,
  1.5,
  [],
  ['x'],
  ['x', 'y'],
  {},
  { x: 'y' },
  new Date(0),
);

/** Mostly right: so that about half of the documents are right in everything. */
const mostly = <T, U>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<U>, weight = 11) =>
  fc.oneof({ weight, arbitrary: right }, { weight: 1, arbitrary: wrong });

const field = (min: number, max: number) =>
  mostly(textOf(within(min, max)), fc.oneof(fc.constant(''), textOf(near(max)), odd));

const categories = mostly(
  fc.array(mostly(textOf(within(1, MAX_CATEGORY_LENGTH)), fc.constant('kitchen')), {
    maxLength: 4,
  }),
  fc.oneof(
    fc.array(fc.constantFrom('a', 'b-2'), { minLength: 18, maxLength: MAX_CATEGORIES + 2 }),
    fc.array(fc.oneof(field(1, MAX_CATEGORY_LENGTH), odd), { maxLength: 3 }),
    odd,
  ),
);

/** One key more or less than there should be, now and then. */
const keys = mostly(
  fc.constant((fields: Fields) => fields),
  fc.oneof(
    fc
      .constantFrom('admin', '__proto__', 'constructor', 'toString', 'Name', '')
      .map(
        (key) => (fields: Fields) => Object.fromEntries([...Object.entries(fields), [key, 'x']]),
      ),
    fc
      .nat(5)
      .map(
        (index) => (fields: Fields) =>
          Object.fromEntries(Object.entries(fields).toSpliced(index, 1)),
      ),
  ),
);

const requestFields = fc
  .record({
    name: field(1, FIELD_LIMITS.name),
    email: field(1, FIELD_LIMITS.email),
    phone: field(1, FIELD_LIMITS.phone),
    address: field(1, FIELD_LIMITS.address),
    description: field(1, FIELD_LIMITS.description),
    categories,
  })
  .chain((fields) => keys.map((change) => change(fields as Fields)));

const reviewFields = fc
  .record({
    stars: mostly(
      fc.integer({ min: 1, max: 5 }),
      fc.oneof(
        fc.constantFrom(0, -0, 6, -1, 1.5, 4.999, 5.5, 1e20, 2 ** 53, NaN, Infinity, -Infinity),
        odd,
      ),
      4,
    ),
    text: mostly(
      textOf(within(0, MAX_REVIEW_TEXT)),
      fc.oneof(textOf(near(MAX_REVIEW_TEXT)), odd),
      3,
    ),
  })
  .chain((fields) => keys.map((change) => change(fields as Fields)));

/** The fields as they arrive: halves of pairs replaced, numbers in their types. */
const sent = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(encodeFields(fields as PlainFields)).map(([key, value]) => [
      key,
      new Encoded(value as ProtoValue),
    ]),
  );

/** Compares the two on every document; the shares of accepted and refused ones. */
function compare(
  documents: fc.Arbitrary<Fields>,
  runs: number,
  client: (fields: Fields) => boolean,
  rules: (fields: Fields) => boolean,
) {
  const counts = { accepted: 0, refused: 0 };
  const agree = fc.property(documents, (fields) => {
    const isAcceptable = client(fields);
    counts[isAcceptable ? 'accepted' : 'refused'] += 1;
    expect(rules(fields)).toBe(isAcceptable);
  });
  fc.assert(agree, { seed: SEED, numRuns: runs });
  return counts;
}

function report(what: string, { accepted, refused }: { accepted: number; refused: number }) {
  const total = accepted + refused;
  console.info(
    `${total} of ${total} ${what} agree (${accepted} accepted, ${refused} refused; seed ${SEED})`,
  );
  expect(Math.min(accepted, refused) / total).toBeGreaterThan(0.25);
}

/** What the delivery adds to the fields. */
const rest = Object.fromEntries(
  Object.entries(newRequest()).filter(([key]) => !Object.hasOwn(EMPTY_FIELDS, key)),
);

test(`${REQUESTS} requests`, () => {
  const world = new World();
  const create = (fields: Fields) =>
    world.commit({ set: REQUEST, data: { ...sent(fields), ...rest, id: ID } });
  const counts = compare(requestFields, REQUESTS, isAcceptableRequest, create);
  report('requests', counts);
  expect(counts.accepted + counts.refused).toBe(REQUESTS);
});

test(`${REVIEWS} reviews`, () => {
  const world = new World({ [WORK]: work }, signedIn(USER));
  const { stars: _stars, text: _text, ...others } = newReview();
  const post = (fields: Fields) =>
    world.commit(
      { set: `${WORK}/reviews/${REVIEW_ID}`, data: { ...sent(fields), ...others } },
      { set: `${WORK}/reviewers/${USER}`, data: { review: REVIEW_ID } },
    );
  const counts = compare(reviewFields, REVIEWS, isAcceptableReview, post);
  report('reviews', counts);
  expect(counts.accepted + counts.refused).toBe(REVIEWS);
});
