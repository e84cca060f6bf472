/** The owner's file: what may be in it, and which parts of a site are still samples or made up. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ratingOf } from '../../tools/build/buildGallery';
import { MADE_UP, readBusiness } from '../../tools/build/businessFile';
import { ToolError } from '../../tools/toolErrors';
import { unfinished } from '../../tools/build/unfinished';
import { workDocument } from '../../src/domain/workDocument';
import { readManifest } from '../../tools/seed/index';
import { bareWork } from '../support/bareWork';

const ALL = join(import.meta.dirname, '../support/allFacts.json');
const all = JSON.parse(readFileSync(ALL, 'utf8')) as Record<string, unknown>;

const folder = mkdtempSync(join(tmpdir(), 'facts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads a file with this text. */
function read(text: string) {
  const file = join(folder, 'business.json');
  writeFileSync(file, text);
  return readBusiness(file);
}

/** The complaints about a file with all facts and these changes; an undefined field is left out. */
function against(changes: Record<string, unknown>): string[] {
  try {
    read(JSON.stringify({ ...all, ...changes }));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return error.message.split('\n').slice(1);
  }
  return [];
}

describe('the owner’s file', () => {
  test('gives the facts that are in it, and no others', () => {
    const { business, facts, offer, team } = readBusiness(ALL);
    const { hours: _, geo, questions, ...texts } = all;
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
    expect({ ...business, ...facts, ...offer, team }).toEqual({
      ...texts,
      geo,
      questions,
      hours: [
        { days, opens: '08:00', closes: '17:30' },
        { days: ['Saturday'], opens: '09:00', closes: '12:00' },
      ],
    });
    const { phone, whatsapp } = read(JSON.stringify({ ...all, whatsapp: undefined })).business;
    expect(whatsapp).toBe(phone);
    expect(readBusiness(MADE_UP).facts).toBeNull();
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: undefined }, 'name is missing'],
    ['a name of blanks', { name: ' ' }, 'name is empty'],
    ['a number as text', { warranty: 5 }, 'warranty must be a text in quotes ("…")'],
    [
      'a misspelt field',
      { pricerange: '$$' },
      'pricerange is not one of the fields in docs/deploy.md: check how it is spelled',
    ],
    [
      'no country',
      { phone: '770 234 0199' },
      'phone is "770 234 0199", but must be written like +1 (470) 555-0142',
    ],
    [
      'a name, no address',
      { profiles: [{ name: 'Houzz', url: '@oak' }] },
      'profiles.0.url is "@oak", but must be written like https://…',
    ],
    [
      'an address alone',
      { profiles: ['https://www.houzz.com/pro/oak'] },
      'profiles.0 must be written between { and }',
    ],
    [
      'seven networks',
      {
        profiles: Array.from({ length: 7 }, () => ({ name: 'Houzz', url: 'https://oak.example' })),
      },
      'profiles has more than 6 entries',
    ],
    [
      'half a ZIP code',
      { postalCode: '3004' },
      'postalCode is "3004", but must be written like 30043',
    ],
    ['no town', { towns: [] }, 'towns is empty'],
    [
      'an essay of prices',
      { priceRange: '$'.repeat(101) },
      'priceRange is longer than 100 characters',
    ],
    [
      'no @',
      { email: 'oak.example' },
      'email is "oak.example", but must be written like us@example.com',
    ],
    ...['weekdays', 'Xx 08:00-17:00', 'Fr-Mo 08:00-17:00', 'Mo 08:00-25:00', 'Mo 17:00-08:00'].map(
      (hours): [string, Record<string, unknown>, string] => [
        `the hours ${hours}`,
        { hours: ['Mo-Fr 08:00-17:00', hours] },
        `hours.1 is "${hours}", but must be written like Mo-Fr 08:00-17:00`,
      ],
    ),
    ['a person without a name', { team: [{ years: 3 }] }, 'team.0.name is missing'],
    ['half a year', { team: [{ name: 'Ana', years: 1.5 }] }, 'team.0.years must be a whole number'],
    [
      'a photo that is not there',
      { team: [{ name: 'Ana', photo: '/team/ana.jpg' }] },
      'team.0.photo is "/team/ana.jpg", but must be written like /team/ana.jpg, a file in public/',
    ],
    ['no hours', { hours: [] }, 'hours is empty'],
    ['no list', { hours: 'Mo-Fr 08:00-17:00' }, 'hours must be a list, written between [ and ]'],
    [
      'a place beyond the pole',
      { geo: { latitude: 91, longitude: 0 } },
      'geo.latitude must not be above 90',
    ],
    ['half a place', { geo: { latitude: 33 } }, 'geo.longitude is missing'],
    [
      'two questions',
      { questions: (all['questions'] as object[]).slice(1, 3) },
      'questions has fewer than 3 entries',
    ],
    [
      'no answer',
      { questions: [{ question: 'Why?' }, ...(all['questions'] as object[]).slice(1)] },
      'questions.0.answer is missing',
    ],
  ])('is refused with %s', (_, changes, line) => {
    expect(against(changes)).toEqual([`  ${line}`]);
  });

  test('names all mistakes at once, and says when it is not JSON', () => {
    expect(against({ email: 1, region: undefined })).toEqual([
      '  region is missing',
      '  email must be a text in quotes ("…")',
    ]);
    expect(() => read('{')).toThrow(
      'business.json cannot be read: there is a mistake near line 1. Look for a missing comma',
    );
    expect(() => read('{\n  "name": "A"\n  "area": "B"\n}')).toThrow('near line 3. Look for');
    expect(() => read('{\n\n  “name”: "A"\n}')).toThrow('line 3 has curly quotes');
    expect(() => read(' \n')).toThrow('business.json cannot be read: it is empty.');
    expect(() => read('[]')).toThrow(/^business\.json .*\n {2}name is missing/);
    expect(() => read('5')).toThrow(/\n {2}the file must be written between \{ and \}$/);
  });
});

test('a file of an earlier version is told how each network is written now', () => {
  const url = 'https://www.example.com/oak';
  const told = ['instagram', 'facebook', 'tiktok'].map((field) => against({ [field]: url }));
  expect(told).toEqual(
    ['Instagram', 'Facebook', 'Tiktok'].map((name) => [
      `  ${name.toLowerCase()} is now in a list: "profiles": [{ "name": "${name}", "url": "https://…" }, …]`,
    ]),
  );
});

test('nobody needs a profile, a ZIP code or towns', () => {
  const none = { profiles: undefined, postalCode: undefined, towns: undefined };
  const { business } = read(JSON.stringify({ ...all, ...none, googleReviews: undefined }));
  expect(Object.keys(business).toSorted()).toEqual([
    'area',
    'geo',
    'locality',
    'mapsUrl',
    'name',
    'phone',
    'profiles',
    'region',
    'whatsapp',
  ]);
  expect(business.profiles).toEqual([]);
});

describe('what the owner still has to replace', () => {
  const works = readManifest().works.map((work) => workDocument(work, (file) => file));
  const hero = { before: 'Oak', after: 'Navy' };

  test('is every sample, before anything was replaced', () => {
    expect(
      unfinished(works, readBusiness(MADE_UP), {
        ...hero,
        after: 'Sample illustration: a kitchen',
      }),
    ).toEqual([
      'the number +1 (470) 555-0142, which nobody has: write your own into business.json',
      "https://www.instagram.com/, which is nobody's profile: write the address of yours into business.json",
      "https://www.facebook.com/, which is nobody's profile: write the address of yours into business.json",
      "https://www.tiktok.com/, which is nobody's profile: write the address of yours into business.json",
      'the sample pictures at the top: set your own with npm run hero:set',
      ...works.map(
        ({ id }) => `the sample work ${id}: remove it with npm run gallery:remove -- ${id}`,
      ),
    ]);
  });

  test('is nothing, once the business and its pictures are the owner’s', () => {
    const own = works.map(({ id }) => bareWork(id));
    expect(unfinished(own, readBusiness(ALL), hero)).toEqual([]);
  });
});

test('the average counts the reviews of all works, and needs enough of them', () => {
  const review = (stars: number) => ({ id: '', text: '', stars, user: '', created: '' });
  const rating = (reviews: Record<string, number[]>) =>
    ratingOf({
      works: ['a', 'b'].map((id) => bareWork(id)),
      changed: new Map(),
      cards: [],
      reviews: new Map(Object.entries(reviews).map(([id, all]) => [id, all.map(review)])),
    });
  expect(rating({ a: [5, 4, 5], b: [4, 4] })).toEqual({ average: 4.4, count: 5 });
  expect(rating({ a: Array.from({ length: 19 }, () => 5), b: [4] })?.average).toBe(4.9);
  expect(rating({ a: [], b: [] })).toBeUndefined();
  expect(rating({ a: [5] })).toBeUndefined();
});
