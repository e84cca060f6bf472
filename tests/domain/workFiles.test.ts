import { expect, test } from 'vitest';
import { workIdFrom } from '../../src/domain/workFiles';

test.each([
  ['Élm Street — navy', 'elm-street-navy'],
  ['Grüße aus der Straße', 'grusse-aus-der-strasse'],
  ['STRAẞE', 'strasse'],
  ['Łódź', 'lodz'],
  ['Smørebrød på Ærø', 'smorebrod-pa-aero'],
  ['Đorđe', 'dorde'],
  ['Þórður', 'thordur'],
  ['Œuvre, Ħamrun, Işık', 'oeuvre-hamrun-isik'],
  ['½ Ⅳ ﬁne', '1-2-iv-fine'],
  ['キッチン', ''],
])('the work %j is at %j', (title, id) => {
  expect(workIdFrom(title)).toBe(id);
});
