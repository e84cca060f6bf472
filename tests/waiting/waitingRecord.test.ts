import { createElement } from 'react';
import { expect, it } from 'vitest';
import { WaitingRecord } from '../../src/waiting/WaitingRecord';
import { markup } from '../support/markup';
import { FIELDS, summary } from '../support/fakeOutbox';

const render = (description: string) =>
  markup(
    createElement(WaitingRecord, {
      record: summary('k', { notBefore: 1, fields: { ...FIELDS, description } }),
      types: [],
      onEdit: () => undefined,
      onDeleted: () => undefined,
    }),
  );

it('the Delete button names its request', () => {
  expect(render('A vanity')).toContain('aria-label="Delete “A vanity”"');
  const long = render('Nine doors '.repeat(20));
  expect(/aria-label="Delete “([^”]*)…”"/.exec(long)![1]!.length).toBeLessThan(60);
});

it('the other buttons refer to their request', () => {
  const html = render('A vanity');
  const id = /aria-describedby="([^"]+)"[^>]*>(?:<svg.*?<\/svg>)?<span>Try now/s.exec(html)![1];
  expect(html.split(`id="${id}"`)[1]).toMatch(/^[^>]*>A vanity</);
});
