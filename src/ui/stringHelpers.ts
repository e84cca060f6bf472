/** Joins the class names and leaves out those that are false or undefined. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** Replaces the space before each dash by a no-break space, so that no line begins with a dash. */
export const noBreakBeforeDash = (text: string): string => text.replace(/ (?=[-–—] )/g, '\u00a0');
