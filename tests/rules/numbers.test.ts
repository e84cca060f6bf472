/** The numbers that the rules and the site share. The language of the rules imports nothing, so they stand there once more. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  ANSWERED_REQUEST_STATUS,
  INITIAL_REQUEST_STATUS,
  MAX_CATEGORIES,
  MAX_CATEGORY_LENGTH,
  MAX_HONEYPOT,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  MAX_QUOTES,
  MAX_REVIEW_TEXT,
  MAX_STARS,
  MAX_THUMBNAIL_BYTES,
  MAX_WORK_PICTURES,
  MAX_WORK_TITLE,
  MIN_STARS,
  RANDOM_ID_LENGTH,
  RECEIPT_LENGTH,
  REQUEST_ID_DIGITS,
} from '../../src/domain/constants';
import { TEXT_FIELDS } from '../../src/domain/requestFields';
import { maxWorkFileBytes } from '../../src/domain/workFiles';

const KiB = 1024;
const MiB = 1024 * KiB;
const NAMED = {
  firestore: [
    `[A-Za-z0-9]{${RANDOM_ID_LENGTH}}$`,
    `[A-Za-z0-9]{${RANDOM_ID_LENGTH}}[.]`,
    `[A-Za-z0-9]{${RECEIPT_LENGTH}}$`,
    `[1-9][0-9]{${REQUEST_ID_DIGITS - 1}}$`,
    `data.status == ${INITIAL_REQUEST_STATUS}`,
    `request.resource.data.status >= ${INITIAL_REQUEST_STATUS} && request.resource.data.status <= ${ANSWERED_REQUEST_STATUS}`,
    `data.stars >= ${MIN_STARS} && data.stars <= ${MAX_STARS}`,
    `data.text.size() <= ${MAX_REVIEW_TEXT}`,
    `data.honeypot.size() <= ${MAX_HONEYPOT}`,
    `data.images.size() <= ${MAX_IMAGES}`,
    `files.size() <= ${MAX_IMAGES}`,
    `categories.size() <= ${MAX_CATEGORIES}`,
    `[^\\n]{1,${MAX_CATEGORY_LENGTH}}$`,
    `isText(title, ${MAX_WORK_TITLE})`,
    `count <= ${MAX_WORK_PICTURES}`,
    `pictures.size() <= ${MAX_WORK_PICTURES}`,
    `names.size() <= ${MAX_QUOTES}`,
    ...Object.entries(TEXT_FIELDS).map(([name, { limit }]) => `isText(data.${name}, ${limit})`),
  ],
  storage: [
    `${MAX_IMAGE_BYTES / MiB} * 1024 * 1024 : ${MAX_THUMBNAIL_BYTES / KiB} * 1024`,
    `thumb[.].{4}$') ? ${maxWorkFileBytes('thumb') / KiB} * 1024`,
    `[0-9]{4}[.].{4}$') ? ${maxWorkFileBytes(1000) / MiB} * 1024 * 1024`,
    `: ${maxWorkFileBytes(999) / MiB} * 1024 * 1024;`,
  ],
};
/** Numbers of the language, of Google or of the rules alone. */
const OWN = [
  'value.size() >= 1',
  'names.size() == 1',
  'cover.size() == 6',
  'cover.size() == 7',
  'count == 0',
  'count == 3',
  'request.resource.size >= 1',
  'files.size() == 1',
  'data.seconds >= 0',
  'request.query.limit <= 100',
  'request.query.limit <= 20',
  'url.size() <= 500',
];
const COMPARISON = /\w[\w.()]* (?:<=|>=|==) \d+/g;

test.each(Object.entries(NAMED))(
  '%s.rules has the numbers of the site, and no others',
  (file, named) => {
    const text = readFileSync(`${file}.rules`, 'utf8');
    expect(named.filter((part) => !text.includes(part))).toEqual([]);
    const compared = [...text.replaceAll(/\/\/.*/g, '').matchAll(COMPARISON)].map(([part]) => part);
    const known = [...named, ...OWN].join('\n');
    expect([...new Set(compared)].filter((part) => !known.includes(part))).toEqual([]);
  },
);
