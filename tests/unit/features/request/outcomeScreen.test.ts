import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { OutcomeScreen } from '../../../../src/features/request/OutcomeScreen';
import { useOnline } from '../../../../src/features/useOnline';

vi.mock('../../../../src/features/useOnline');

const render = (outcome: 'sent' | 'queued') =>
  renderToStaticMarkup(createElement(OutcomeScreen, { outcome, onContinue: () => undefined }));

beforeEach(() => void vi.mocked(useOnline).mockReturnValue(true));

it('says that the server has the request', () => {
  const html = render('sent');
  expect(html).toContain('Request created sucessfully');
  expect(html).toContain('Thank you for choosing us, we will contact you as soon as possible.');
});

it.each([
  [false, 'will be sent when you are back online.'],
  [true, 'will be sent as soon as we can be reached.'],
])('says when a saved request will be sent (online: %s)', (isOnline, when) => {
  vi.mocked(useOnline).mockReturnValue(isOnline);
  expect(render('queued')).toContain(`Your request is saved on this device and ${when}`);
});
