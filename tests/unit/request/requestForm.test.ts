import { createElement } from 'react';
import { expect, it } from 'vitest';
import { RequestForm } from '../../../src/request/RequestForm';
import { useRequestForm } from '../../../src/request/useRequestForm';
import { ServicesProvider, type Services } from '../../../src/shared/services';
import { markup } from '../markup';
import { fakeDrafts, fakeOutbox } from './fakePorts';

const types = [{ id: 'k', name: 'Kitchen', icon: 'kitchen' }];
const Form = () => createElement(RequestForm, { form: useRequestForm(true), types });

it('requires five texts, each typed as what it is, and leaves the check to the browser', () => {
  const services = { outbox: fakeOutbox().port, drafts: fakeDrafts().port } as unknown as Services;
  const html = markup(createElement(ServicesProvider, { value: services }, createElement(Form)));
  const controls = [...html.matchAll(/<(?:input|textarea) [^>]*>/g)].map(([tag]) => ({
    name: /\bname="([^"]+)"/.exec(tag)?.[1],
    type: /\btype="([^"]+)"/.exec(tag)?.[1],
    isRequired: tag.includes('required=""'),
    isChecked: /\bpattern=/.test(tag),
  }));
  const text = (name: string, type?: string) => ({
    name,
    type,
    isRequired: true,
    isChecked: false,
  });
  const free = { isRequired: false, isChecked: false };
  expect(controls).toEqual([
    text('name'),
    text('email', 'email'),
    text('phone', 'tel'),
    text('address'),
    text('description'),
    { name: 'categories', type: 'checkbox', ...free },
    { name: undefined, type: 'file', ...free },
    // Nobody sees this one.
    { name: 'website', type: undefined, ...free },
  ]);
  expect(html).not.toMatch(/novalidate/i);
});
