/**
 * Takes the rules for paper out of style sheets: they are no part of the first screen, so no page has to contain them.
 */
import { parse } from 'postcss';

export interface SplitStyles {
  screen: string;
  print: string;
}

/**
 * Splits a minified style sheet. `print` has the contents of all `@media print` blocks, in their order; it must be
 * loaded with `media="print"`. Throws postcss's `CssSyntaxError` for what is no style sheet.
 */
export function splitPrint(css: string): SplitStyles {
  const styles = parse(css);
  let print = '';
  styles.walkAtRules('media', (block) => {
    if (block.params !== 'print') return;
    print += block.nodes?.join('') ?? '';
    block.remove();
  });
  return { screen: styles.toString(), print };
}
