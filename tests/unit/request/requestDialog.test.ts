import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RequestDialog } from '../../../src/request/RequestDialog';

const render = (open: boolean) =>
  renderToStaticMarkup(createElement(RequestDialog, { open, onClose: () => undefined }));

it('is there with its title and a way out while its form is still loading', () => {
  const html = render(true);
  expect(html).toMatch(/<h2 [^>]*>Request service<\/h2>/);
  expect(html).toContain('aria-label="Close"');
  expect(html).toMatch(/<output[^>]*>Opening the form…<\/output>/);
});

it('loads nothing before it is opened', () => {
  expect(render(false)).not.toContain('Opening');
});
