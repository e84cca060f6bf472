import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ArrivedText } from '../../../src/request/ArrivedText';
import { FIELDS } from './fakePorts';

const render = (free: number) =>
  renderToStaticMarkup(
    createElement(ArrivedText, {
      arrived: { id: '1234567890', taken: [], free },
      fields: { ...FIELDS, categories: ['k', 'x'] },
      types: [{ id: 'k', name: 'Kitchen', icon: 'kitchen' }],
    }),
  );

it('shows the text that has arrived, with nothing to change it', () => {
  const html = render(1);
  expect(html).toContain('We have your text, number 1234567890.');
  expect(html).toContain('Choose other pictures and send them, or send it without.');
  expect(html).toContain('ann@example.com');
  expect(html).toContain('Kitchen, x');
  expect(html).not.toMatch(/<(input|textarea|button)/);
});

it('asks for no other pictures where the request takes none', () => {
  expect(render(0)).toContain('Its pictures were not accepted; you can send them once more.');
});
