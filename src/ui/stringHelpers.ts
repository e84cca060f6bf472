export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** So that no line begins with a dash. */
export const noBreakBeforeDash = (text: string): string => text.replace(/ (?=[-–—] )/g, '\u00a0');

/** In characters. */
const LONGEST_NAME = 48;

export function shortened(text: string): string {
  // Cut by characters, so that no emoji is cut in half.
  const characters = [...text];
  if (characters.length <= LONGEST_NAME) return text;
  return `${characters.slice(0, LONGEST_NAME).join('').trimEnd()}…`;
}
