import { createElement } from 'react';
import { expect, it } from 'vitest';
import { WaitingRecord } from '../../src/waiting/WaitingRecord';
import { markup } from '../support/markup';
import { FIELDS, summary } from '../support/fakeOutbox';

const render = (description: string, name = 'Ann Lee') =>
  markup(
    createElement(WaitingRecord, {
      record: summary('k', { notBefore: 1, fields: { ...FIELDS, name, description } }),
      types: [],
      onEnded: () => undefined,
    }),
  );

it('the Delete button names its request', () => {
  expect(render('A vanity')).toContain('aria-label="Delete “A vanity”"');
  const long = render('Nine doors '.repeat(20));
  expect(/aria-label="Delete “([^”]*)…”"/.exec(long)![1]!.length).toBeLessThan(60);
});

it('the other buttons refer to their request', () => {
  const html = render('A vanity');
  const before = html.slice(0, html.indexOf('Try now'));
  const ids = /^="([^"]+)"/.exec(before.split('aria-describedby').at(-1)!)![1]!;
  const named = ids
    .split(' ')
    .map((id) => /^[^>]*>([^<]*)</.exec(html.split(`id="${id}"`)[1]!)![1]);
  expect(named).toEqual(['A vanity', 'Ann · Saved on this device']);
});

it('two requests with the same description are told apart, also by the Delete button', () => {
  const html = render('A vanity', 'Bob');
  const [, id] = /aria-label="Delete “A vanity”" aria-describedby="([^"]+)"/.exec(html)!;
  expect(html.split(`id="${id}"`)[1]).toMatch(/^[^>]*>Bob · Saved on this device</);
});
