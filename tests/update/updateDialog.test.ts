import { createElement } from 'react';
import { expect, it } from 'vitest';
import { UpdateDialog } from '../../src/update/AppVersion';
import { markup } from '../support/markup';

it.each([10, 3, 0])('the update dialog has the specified text and shows %s', (secondsLeft) => {
  const html = markup(createElement(UpdateDialog, { secondsLeft, isBegun: false }));
  expect(html).toContain('>Please wait while we update the app version...<');
  // As a text beside the title Orca says the number twice, and a timer's text it does not say at all.
  expect(html).toMatch(
    new RegExp(
      `role="timer" aria-label="Seconds left: ${secondsLeft}"[^>]*><span aria-hidden="true">${secondsLeft}<`,
    ),
  );
  const id = /aria-labelledby="([^"]+)"/.exec(html)![1];
  expect(html).toContain(`<h2 id="${id}"`);
  expect(html).not.toContain('alert');
});
