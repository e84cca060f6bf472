import { createElement } from 'react';
import { expect, it } from 'vitest';
import { UpdateDialog } from '../../src/update/AppVersion';
import { markup } from '../support/markup';

it.each([10, 3, 0])('the update dialog has the specified text and shows %s', (secondsLeft) => {
  const html = markup(createElement(UpdateDialog, { secondsLeft, isBegun: false }));
  expect(html).toContain('>Please wait while we update the app version...<');
  expect(html).toMatch(
    new RegExp(`role="timer"[^>]*><span[^>]*>Seconds left: </span><span>${secondsLeft}<`),
  );
  const id = /aria-labelledby="([^"]+)"/.exec(html)![1];
  expect(html).toContain(`<h2 id="${id}"`);
});
