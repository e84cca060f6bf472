/** The first line of the description for visitors who come from a work. */

/** The first line when the form was opened over a work's page. The line alone does not count as a description. */
export const aboutLine = (title: string): string => `About “${title}”:\n`;

const ONLY_ABOUT_LINE = /^About “.*”:\s*$/;
export const isOnlyAboutLine = (description: string): boolean => ONLY_ABOUT_LINE.test(description);

const LIKE_LINE = /^I want something like “.*”\.\n?/;
const ONLY_LIKE_LINE = /^I want something like “[^\n]*”\.\s*$/;
/** Whether a button has put the line "I want something like …" there, and the visitor has added nothing. */
export const isOnlyLikeLine = (description: string): boolean => ONLY_LIKE_LINE.test(description);

/** Longest title, in characters, that is taken from an address. Anybody can write such an address. */
const LONGEST_TITLE = 120;

/** The description with the line "I want something like …" at its beginning. It replaces an earlier such line. */
export function withLike(description: string, title: string): string {
  const [line] = title.trim().split(/[\n\r]/, 1);
  const name = [...line!].slice(0, LONGEST_TITLE).join('');
  const rest = description.replace(LIKE_LINE, '');
  return name === '' ? description : `I want something like “${name}”.\n${rest}`;
}
