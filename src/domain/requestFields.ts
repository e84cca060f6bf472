/**
 * The text fields of a request (specification, sections 2, 3 and 5). This table is the only list of them: the form, the
 * draft, the saved record, the texts about a request and the owner's export all use it. Two others have lists of their
 * own. The rules file: a test compares its list with this one. The mails of `functions/`, which imports nothing of the
 * site: they show a new field under the name that it is stored by.
 */

interface TextFieldSpec {
  label: string;
  /**
   * The most characters, as in firestore.rules. A character is a UTF-16 unit (an emoji has two), which is what
   * `size()` counts in Google's Firestore emulator. A text within this limit is also within it by code points.
   */
  limit: number;
  /** The message for an empty field. A field without this message may stay empty. */
  ifEmpty?: string;
  type?: 'email' | 'tel';
  autoComplete?: string;
  autoCapitalize?: 'words';
  rows?: number;
  placeholder?: string;
}

/**
 * The names in the order of the form. They stand apart from the table: the worker needs the names, and none of the
 * words.
 */
export const TEXT_FIELD_NAMES = ['name', 'email', 'phone', 'address', 'description'] as const;
export type TextField = (typeof TEXT_FIELD_NAMES)[number];

export const TEXT_FIELDS = {
  name: {
    label: 'Name',
    limit: 200,
    ifEmpty: 'Please tell us your name.',
    autoComplete: 'name',
    autoCapitalize: 'words',
  },
  email: {
    label: 'Email',
    limit: 320,
    ifEmpty: 'Please enter your email address.',
    type: 'email',
    autoComplete: 'email',
  },
  phone: {
    label: 'Phone',
    limit: 50,
    ifEmpty: 'Please enter your phone number.',
    type: 'tel',
    autoComplete: 'tel',
  },
  address: {
    label: 'Address',
    limit: 500,
    ifEmpty: 'Please enter your address.',
    autoComplete: 'street-address',
    rows: 1,
    placeholder: 'Street, town and ZIP code',
  },
  description: {
    label: 'Description',
    limit: 5000,
    ifEmpty: 'Please tell us what you would like to have done.',
    rows: 3,
    placeholder: 'Which cabinets, how many doors, what you have in mind',
  },
} satisfies Record<TextField, TextFieldSpec>;

export const textField = (name: TextField): TextFieldSpec => TEXT_FIELDS[name];

/**
 * The text fields, and the ids of the chosen service types. These are no row of the table, because they are no text:
 * whoever adds another choice finds its places by searching for `categories`.
 */
export type RequestFields = Record<TextField, string> & { categories: string[] };

export const forTextFields = <T>(value: T): Record<TextField, T> =>
  Object.fromEntries(TEXT_FIELD_NAMES.map((name) => [name, value])) as Record<TextField, T>;

export const EMPTY_FIELDS: RequestFields = { ...forTextFields(''), categories: [] };
