import { createElement } from 'react';
import { expect, it } from 'vitest';
import { RequestDialog } from '../../src/request/RequestDialog';
import { markup } from '../support/markup';

it('the dialog has its title and a Close button while its form is still loading', () => {
  const dialog = createElement(RequestDialog, { open: true, onClose: () => undefined });
  const html = markup(dialog);
  expect(html).toMatch(/<h2 [^>]*>Request service<\/h2>/);
  expect(html).toContain('aria-label="Close"');
  expect(html).toMatch(/<output[^>]*>Opening the form…<\/output>/);
});
