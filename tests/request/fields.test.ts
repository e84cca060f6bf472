import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import type { Offer as GivenOffer } from '../../src/contract/business';
import { Offer, RequestForm } from '../../src/request/fields/RequestForm';
import { RequestDialog } from '../../src/request/RequestDialog';
import { runForm } from '../../src/request/running/runForm';
import { FormProvider } from '../../src/request/useForm';
import { createSafety } from '../../src/update/safety';
import { useNetwork } from '../../src/ui/hooks';
import { markup } from '../support/markup';
import { fakeDrafts, fakeOutbox } from '../support/fakeOutbox';

vi.mock('../../src/ui/hooks', async (load) => ({
  ...(await load<object>()),
  useNetwork: vi.fn(() => 'online'),
}));

const types = [{ id: 'k', name: 'Kitchen', icon: 'kitchen' }];

function render() {
  const outbox = fakeOutbox().port;
  const form = runForm({ outbox, drafts: fakeDrafts().port, safety: createSafety() });
  const screen = createElement(RequestForm, { step: 'writing', notice: 'none', types });
  return markup(createElement(FormProvider, { value: form }, screen));
}

it('the form requires five texts of the right types, and checks them itself', () => {
  const html = render();
  const controls = [...html.matchAll(/<(?:input|textarea) [^>]*>/g)].map(([tag]) => ({
    name: /\bname="([^"]+)"/.exec(tag)?.[1],
    type: /\btype="([^"]+)"/.exec(tag)?.[1],
    isRequired: tag.includes('aria-required="true"'),
    isChecked: /\b(pattern|maxlength)=/i.test(tag),
    dir: /\bdir="([^"]+)"/.exec(tag)?.[1],
  }));
  const text = (name: string, type?: string) => ({
    name,
    type,
    isRequired: true,
    isChecked: false,
    // A name may be Arabic, the number English.
    dir: 'auto',
  });
  // Each paragraph has its own direction by the style sheet.
  const paragraphs = (name: string) => ({ ...text(name), dir: undefined });
  const free = { isRequired: false, isChecked: false, dir: undefined };
  expect(controls).toEqual([
    text('name'),
    text('email', 'email'),
    text('phone', 'tel'),
    paragraphs('address'),
    paragraphs('description'),
    { name: 'categories', type: 'checkbox', ...free },
    { name: undefined, type: 'file', ...free },
    { name: undefined, type: 'file', ...free },
    // Invisible: it catches bots.
    { name: 'website', type: undefined, ...free },
  ]);
  expect(html).toMatch(/<form noValidate=""/);
  expect(html).not.toContain('aria-invalid');
  // No key of a phone's keyboard says "next" where Enter sends or begins a line.
  expect(html).not.toMatch(/enterkeyhint/i);
});

it.each([
  ['online', undefined],
  [
    'offline',
    'You are offline. Press “Send request” anyway: with this page open, it goes out as soon as you are back online.',
  ],
  [
    'unanswered',
    'We cannot be reached right now. Press “Send request” anyway: with this page open, it goes out as soon as we can be.',
  ],
] as const)('the form says before the press what becomes of a request: %s', (network, words) => {
  vi.mocked(useNetwork).mockReturnValue(network);
  expect(/>([^<]*Press “Send request” anyway[^<]*)</.exec(render())?.[1]).toBe(words);
});

it('the dialog has its title and a Close button while its form is still loading', () => {
  const dialog = createElement(RequestDialog, { open: true, onClose: () => undefined });
  const html = markup(dialog);
  expect(html).toMatch(/<h2 [^>]*>Request service<\/h2>/);
  expect(html).toContain('aria-label="Close"');
  expect(html).toContain('<p>Opening the form…</p>');
});

const texts = (offer: GivenOffer | null) =>
  [...markup(createElement(Offer, { offer })).matchAll(/<(?:p|li)>(.*?)<\/(?:p|li)>/g)].map(
    ([, text]) => text!.replaceAll(/<[^>]+>/g, ''),
  );

it('the form shows what the owner promises, and nothing else', () => {
  const lead = 'Tell us about your cabinets and we will contact you';
  expect(texts(null)).toEqual([`${lead}.`]);
  expect(texts({ estimate: 'Free estimate' })).toEqual([`${lead}.`, 'Free estimate']);
  const all = {
    responseTime: 'within one working day',
    estimate: 'Free estimate',
    priceGuide: 'Most kitchens: $2,400 – $6,500',
  };
  expect(texts(all)).toEqual([
    `${lead} within one working day.`,
    'Free estimate',
    'Most kitchens: $2,400 – $6,500',
  ]);
});
