import { expect, test } from 'vitest';
import { divideStyles } from '../../tools/build/divideStyles';

const SHEET = [
  '@font-face{font-family:A;src:url(/a.woff2)}',
  'h1,a:hover{color:red}',
  '.a{width:1px}',
  '.b{width:2px}',
  '.a,.b{width:3px}',
  '.a.b>svg{width:.5px}',
  '@keyframes k{0%{opacity:0}to{opacity:1}}',
  '@media (width>=1px){.a{width:4px}.b{width:5px}}',
  '@supports (x:y){@media print{.b{width:6px}}}',
  ':root:has(.b[open]){overflow:hidden}',
];

test('the divided styles keep only the custom properties that are used', () => {
  const sheet = '@media (x){:root{--a:1px;--a-b:2px;color:red}}.a{width:var(--a-b)}';
  expect(divideStyles(sheet, new Set(['a']), '.a{width:var(--a-b)}')).toEqual({
    first: '@media (x){:root{--a-b:2px;color:red}}.a{width:var(--a-b)}',
    rest: '@media (x){:root{--a:1px}}',
  });
});

test('styles are divided by the classes of the page, and keep their order', () => {
  expect(divideStyles(SHEET.join(''), new Set(['a']))).toEqual({
    first: [...SHEET.slice(0, 3), SHEET[4], SHEET[6], '@media (width>=1px){.a{width:4px}}'].join(
      '',
    ),
    rest: [SHEET[3], SHEET[5], '@media (width>=1px){.b{width:5px}}', ...SHEET.slice(8)].join(''),
  });
});
