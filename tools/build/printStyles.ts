/**
 * Takes the rules for paper out of style sheets: they are no part of the first screen, so no page has to contain them.
 */

export interface SplitStyles {
  screen: string;
  print: string;
}

const START = '@media print{';

/**
 * Splits a minified style sheet. `print` has the contents of all `@media print` blocks, in their order; it must be
 * loaded with `media="print"`. Throws if a block has no end.
 */
export function splitPrint(css: string): SplitStyles {
  const split: SplitStyles = { screen: '', print: '' };
  let from = 0;
  for (let at = css.indexOf(START); at >= 0; at = css.indexOf(START, from)) {
    const end = endOfBlock(css, at + START.length);
    split.screen += css.slice(from, at);
    split.print += css.slice(at + START.length, end);
    from = end + 1;
  }
  split.screen += css.slice(from);
  return split;
}

/** Where the block that begins here is closed. No text in our rules for paper contains a brace. */
function endOfBlock(css: string, start: number): number {
  let depth = 1;
  for (let at = start; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('A style sheet has an @media print without an end.');
}
