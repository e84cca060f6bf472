import type { Answer } from './firestores';
import type { Operation } from './operations';

/** A difference between the embedded Firestore and Google's emulator that stays. */
interface Difference {
  name: string;
  why: string;
  is(ours: Answer, googles: Answer, operation: Operation): boolean;
}

const says = ({ message = '' }: Answer, words: string) => message.includes(words);

/** The first that fits names a difference. No entry can excuse that ours takes what Google's refuses. */
export const DIFFERENCES: Difference[] = [
  {
    name: 'a parameter that nobody knows',
    why: 'Production refuses it in these words; the emulator ignores it.',
    is: (ours) => says(ours, 'Cannot bind query parameter'),
  },
  {
    name: 'a commit of nothing',
    why: 'Production answers with the time of the commit; the emulator with an empty object.',
    is: (ours, googles) =>
      JSON.stringify(ours.pages).includes('"writeResults":[]') &&
      JSON.stringify(googles.pages) === '[{}]',
  },
  {
    name: 'text that is no JSON',
    why: 'The emulator takes single quotes, a byte order mark and an end that is missing.',
    is: (ours) => says(ours, 'Invalid JSON payload received.') && !says(ours, 'Unknown name'),
  },
  {
    name: 'refused as invalid before the rules are asked',
    why: 'Ours looks at names and values first; both refuse, and neither tells what is stored.',
    is: (ours, googles) => ours.status === 400 && googles.status === 403,
  },
  {
    name: 'a name of a field that is none, outside of the mask',
    why: 'Ours looks at the whole document; the emulator at what the mask names.',
    is: (ours) =>
      ['name of a field cannot be empty', 'is reserved', "A field's name"].some((words) =>
        says(ours, words),
      ),
  },
  {
    name: 'a value in another type of JSON',
    why: 'The emulator makes a text of 1.5 and a boolean of "true"; ours takes what proto3 JSON writes.',
    is: (ours) =>
      ours.status === 400 && (says(ours, 'must be a boolean') || says(ours, 'Invalid value at "')),
  },
  {
    name: 'a direction by its number',
    why: 'The emulator takes an enum’s number, also as text; ours takes its name.',
    is: (ours) => /Unknown direction "?-?\d/.test(ours.message ?? ''),
  },
  {
    name: 'a day that is not in the calendar',
    why: 'The emulator takes 30 February for 2 March; RFC 3339 has no such day.',
    is: (ours) => says(ours, 'Illegal timestamp format'),
  },
  {
    name: 'an escaped slash in an address',
    why: 'The emulator takes `a%2Fb` for two segments; ours for one name, which has no slash.',
    is: (ours) => says(ours, 'contains a slash'),
  },
  {
    name: 'a long id, or none at the end, in an address',
    why: 'The emulator looks for a document of any name, and leaves a last slash away.',
    is: (ours, _, { method }) =>
      method === 'GET' && (says(ours, 'longer than 1500 bytes') || says(ours, 'empty segment')),
  },
  {
    name: 'an index that is not there',
    why: 'Production needs it for a collection group in an order; the emulator has every index.',
    is: (ours) => says(ours, 'The query requires a COLLECTION_GROUP_'),
  },
  {
    name: 'another project or database',
    why: 'Ours serves one, and has nothing else to find; the emulator asks its rules first.',
    is: (ours) => ours.status === 404 && says(ours, 'does not exist for project'),
  },
];

/** What our engine has no value for and Google's has: by the error of ours. */
export const LANGUAGE_DIFFERENCES: { name: string; why: string; error: RegExp }[] = [
  {
    name: 'a path of what is no name',
    why: 'The emulator writes any value into a path, or breaks; ours takes the name of one segment.',
    error: /^\$\(…\) takes/,
  },
  {
    name: 'an operator of other types',
    why: 'Ours computes with ints only, and knows no parts of texts and no differences of times.',
    error: /^'.*' does not take/,
  },
  {
    name: 'a method that ours does not know',
    why: 'backend/README.md has the methods of each type; the rules here use no others.',
    error: /has no method/,
  },
  {
    name: 'a pattern that matches nothing, beyond the basic plane',
    why: 'The emulator goes on in the middle of a character; RE2 does not.',
    error: /^a pattern that matches nothing/,
  },
  {
    name: 'a map by several keys',
    why: 'In `get`, the emulator takes a list of keys for a path of them.',
    error: /^expected string, got list$/,
  },
];
