const format = (count: number) => count.toLocaleString('en-US');

/**
 * What is spoken of a text for which so many characters are left. It changes in tenths of the limit, not with every
 * key.
 */
export function spokenLength(left: number, limit: number): string {
  if (left < 0) return `Too long: ${format(limit)} characters at most.`;
  const tenth = limit / 10;
  return `Up to ${format(Math.ceil(left / tenth) * tenth)} characters left.`;
}
