// The rules for paper, apart from the others.
import { expect, test } from 'vitest';
import { splitPrint } from '../../tools/build/printStyles';

test('the rules for paper are taken out of a style sheet, whatever is nested in them', () => {
  const css =
    'a{b:c}@media print{@page{margin:1mm}a{b:d}}@media (min-width:1px){a{b:e}}@media print{i{b:f}}u{b:g}';
  expect(splitPrint(css)).toEqual({
    screen: 'a{b:c}@media (min-width:1px){a{b:e}}u{b:g}',
    print: '@page{margin:1mm}a{b:d}i{b:f}',
  });
  expect(() => splitPrint('@media print{a{b:c}')).toThrow('Unclosed block');
});
