/** Texts about pictures, which the notices, the form and the list of waiting requests share. */
/** The longest name of a file in a sentence, in characters. */
const LONGEST_NAME = 60;
/** A sentence names so many files. */
const MOST_NAMES = 4;

/** Names of files in a sentence: “a.jpg”, “b.jpg” and 3 more. */
export function quoted(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMES).map((name) => {
    // Cut by characters, so that no emoji is cut in half.
    const characters = [...name];
    const isLong = characters.length > LONGEST_NAME;
    return `“${isLong ? `${characters.slice(0, LONGEST_NAME).join('')}…` : name}”`;
  });
  const others = names.length - named.length;
  if (others > 0) named.push(`${others} more`);
  const last = named.pop() ?? '';
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`;
}

/**
 * What a message by WhatsApp says of a request that has arrived. Chat programs make a telephone number of ten digits,
 * so it has the last four, which the owner's mails have, too (functions/src/core/leadFields.ts).
 */
export const numberLine = (id: string): string => `\n\nMy request has the number …${id.slice(-4)}.`;

/** What a message by WhatsApp adds about pictures that were left out; empty if there are none. */
export const leftOutLine = (names: readonly string[] = []): string =>
  names.length === 0 ? '' : `\n\nThese pictures are not with it: ${quoted(names)}.`;

export function missingPicturesText(names: readonly string[]): string {
  const list = quoted(names);
  const [it, was] = names.length === 1 ? ['it', 'was'] : ['them', 'were'];
  return `${list} could not be sent and ${was} left out: please send ${it} by WhatsApp.`;
}
