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

it('names the request that its button deletes', () => {
  expect(render('A vanity')).toContain('aria-label="Delete “A vanity”"');
  const long = render('Nine doors '.repeat(20));
  expect(/aria-label="Delete “([^”]*)…”"/.exec(long)![1]!.length).toBeLessThan(60);
});

it('says by its own words what its other buttons are about', () => {
  const html = render('A vanity');
  const id = /aria-describedby="([^"]+)"[^>]*>(?:<svg.*?<\/svg>)?Try now/s.exec(html)![1];
  expect(html.split(`id="${id}"`)[1]).toMatch(/^[^>]*>A vanity</);
});
