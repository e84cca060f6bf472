/** How the description begins for visitors who come from a work. */

/** The first line when the form was opened over a work's page; by itself it says nothing. */
export const aboutLine = (title: string): string => `About “${title}”:\n`;

const ABOUT_ALONE = /^About “.*”:\s*$/;
export const isAboutAlone = (description: string): boolean => ABOUT_ALONE.test(description);

const LIKE_LINE = /^I want something like “.*”\.\n?/;
/** Longest title that is taken from an address, which anybody may have written. */
const LONGEST_TITLE = 120;

/** A description that begins with the wish for something like a work, in the place of an earlier such wish. */
export function withLike(description: string, title: string): string {
  const [line] = title.trim().split(/[\n\r]/, 1);
  const name = [...line!].slice(0, LONGEST_TITLE).join('');
  const rest = description.replace(LIKE_LINE, '');
  return name === '' ? description : `I want something like “${name}”.\n${rest}`;
}
