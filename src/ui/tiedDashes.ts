/** A text in which no line begins with a dash: each stays with the word before it. */
export const tiedDashes = (text: string): string => text.replace(/ (?=[-–—] )/g, '\u00a0');
