import { createElement } from 'react';
import { expect, it } from 'vitest';
import { RequestForm } from '../../src/request/RequestForm';
import { useRequestForm } from '../../src/request/useRequestForm';
import { ServicesProvider, type Services } from '../../src/shared/services';
import { markup } from '../support/markup';
import { fakeDrafts, fakeOutbox } from '../support/fakeOutbox';

const types = [{ id: 'k', name: 'Kitchen', icon: 'kitchen' }];
const Form = () => createElement(RequestForm, { form: useRequestForm(true), types });

it('the form requires five texts of the right types, and checks them itself', () => {
  const services = { outbox: fakeOutbox().port, drafts: fakeDrafts().port } as unknown as Services;
  const html = markup(createElement(ServicesProvider, { value: services }, createElement(Form)));
  const controls = [...html.matchAll(/<(?:input|textarea) [^>]*>/g)].map(([tag]) => ({
    name: /\bname="([^"]+)"/.exec(tag)?.[1],
    type: /\btype="([^"]+)"/.exec(tag)?.[1],
    isRequired: tag.includes('required=""'),
    isChecked: /\b(pattern|maxlength)=/i.test(tag),
    dir: /\bdir="([^"]+)"/.exec(tag)?.[1],
  }));
  const text = (name: string, type?: string) => ({
    name,
    type,
    isRequired: true,
    isChecked: false,
    // A name may be Arabic, the address English.
    dir: 'auto',
  });
  const free = { isRequired: false, isChecked: false, dir: undefined };
  expect(controls).toEqual([
    text('name'),
    text('email', 'email'),
    text('phone', 'tel'),
    text('address'),
    text('description'),
    { name: 'categories', type: 'checkbox', ...free },
    { name: undefined, type: 'file', ...free },
    { name: undefined, type: 'file', ...free },
    // Invisible: it catches bots.
    { name: 'website', type: undefined, ...free },
  ]);
  expect(html).toMatch(/<form noValidate=""/);
  expect(html).not.toContain('aria-invalid');
});
