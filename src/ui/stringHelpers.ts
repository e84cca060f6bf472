export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** The text with a no-break space before each dash, so that no line begins with one. */
export const noBreakBeforeDash = (text: string): string => text.replace(/ (?=[-–—] )/g, '\u00a0');

/** The most characters of a text in the name of a button. */
const LONGEST_NAME = 48;

export function shortened(text: string): string {
  // Cut by characters, so that no emoji is cut in half.
  const characters = [...text];
  if (characters.length <= LONGEST_NAME) return text;
  return `${characters.slice(0, LONGEST_NAME).join('').trimEnd()}…`;
}
