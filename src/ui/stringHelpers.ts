/** Joins the class names and leaves out those that are false or undefined. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** Replaces the space before each dash by a no-break space, so that no line begins with a dash. */
export const noBreakBeforeDash = (text: string): string => text.replace(/ (?=[-–—] )/g, '\u00a0');

/** Most characters of a text in the name of a button. */
const LONGEST_NAME = 48;

/** The beginning of a text, short enough for the name of a button. */
export function shortened(text: string): string {
  // Cut by characters, so that no emoji is cut in half.
  const characters = [...text];
  if (characters.length <= LONGEST_NAME) return text;
  return `${characters.slice(0, LONGEST_NAME).join('').trimEnd()}…`;
}
