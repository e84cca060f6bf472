/** The owner's facts on the page and for search engines; missing facts appear nowhere. */
import { join } from 'node:path';
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { Facts } from '../../src/landing/Facts';
import { deviceAgent, whatsappLink, WHATSAPP_TEXT } from '../../src/shared/business/contactLinks';
import { structuredBusiness, structuredQuestions } from '../../src/start/prerender';
import { MADE_UP, readBusiness } from '../../tools/build/businessFile';
import { markup } from '../support/markup';

const { business, facts } = readBusiness(join(import.meta.dirname, '../support/allFacts.json'));
const all = { ...facts!, rating: { average: 4.4, count: 5 } };

/** The lines of the list. */
const rows = (html: string) =>
  [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(
    ([, name, value]) => `${name}: ${value!.replaceAll(/<[^>]*>/g, '').trim()}`,
  );

test('the page shows each fact as people say it', () => {
  const html = markup(createElement(Facts, { facts: all }));
  expect(rows(html)).toEqual([
    'Hours: Monday – Friday 8 AM – 5:30 PMSaturday 9 AM – 12 PM',
    'Prices: $2,400 – $9,800',
    'Warranty: Five years on every finish: what peels or yellows, we do again.',
    'License: Georgia residential-light contractor RLCI 000000',
    'Insurance: General liability up to $1,000,000',
    'Reviews: 4.4 out of 5 from 5 reviews',
    'Address: 12 Butler Street, Lawrenceville, GA',
    'Email: hello@oakandsons.example',
  ]);
  expect(html).toContain('<a href="mailto:hello@oakandsons.example">');
  expect(html.match(/<details/g)).toHaveLength(6);
});

test('the page shows only the facts that were given', () => {
  expect(rows(markup(createElement(Facts, { facts: { warranty: 'A year' } })))).toEqual([
    'Warranty: A year',
  ]);
  const questions = markup(createElement(Facts, { facts: { questions: all.questions } }));
  expect(questions).not.toContain('<dl');
});

const ORIGIN = 'https://oak.example';
const json = (thing: object) => JSON.parse(JSON.stringify(thing)) as Record<string, unknown>;

test('search engines are told all facts', () => {
  expect(json(structuredBusiness(business, all, ORIGIN))).toEqual({
    '@type': 'HomeAndConstructionBusiness',
    '@id': 'https://oak.example/#business',
    name: 'Oak & Sons',
    url: 'https://oak.example/',
    telephone: '+1 (770) 234-0199',
    email: 'hello@oakandsons.example',
    priceRange: '$2,400 – $9,800',
    image: 'https://oak.example/og.jpg',
    logo: 'https://oak.example/icons/icon-512.png',
    address: {
      '@type': 'PostalAddress',
      streetAddress: '12 Butler Street',
      addressLocality: 'Lawrenceville',
      addressRegion: 'GA',
      postalCode: '30043',
      addressCountry: 'US',
    },
    areaServed: ['Lawrenceville', 'Suwanee', 'Duluth'].map((name) => ({ '@type': 'City', name })),
    hasMap: business.mapsUrl,
    geo: { '@type': 'GeoCoordinates', latitude: 33.9562, longitude: -83.988 },
    openingHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
        opens: '08:00',
        closes: '17:30',
      },
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Saturday'],
        opens: '09:00',
        closes: '12:00',
      },
    ],
    sameAs: business.profiles.map(({ url }) => url),
  });
  const page = json(structuredQuestions(all.questions!));
  expect(page['@type']).toBe('FAQPage');
  expect((page['mainEntity'] as object[])[2]).toEqual({
    '@type': 'Question',
    name: 'Will it smell?',
    acceptedAnswer: { '@type': 'Answer', text: all.questions![2]!.answer },
  });
});

test('search engines are told only the facts that were given', () => {
  const known = readBusiness(MADE_UP);
  const thing = json(structuredBusiness(known.business, known.facts, ORIGIN));
  expect(Object.keys(thing)).toEqual([
    '@type',
    '@id',
    'name',
    'url',
    'telephone',
    'image',
    'logo',
    'address',
    'areaServed',
    'hasMap',
  ]);
  expect(thing['address']).toEqual({
    '@type': 'PostalAddress',
    addressLocality: 'Lawrenceville',
    addressRegion: 'GA',
    addressCountry: 'US',
  });
  expect(thing['areaServed']).toEqual({ '@type': 'City', name: 'Lawrenceville' });
});

const PHONE_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const DESKTOP_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('the WhatsApp link', () => {
  test('opens WhatsApp Web on a desktop and the app on a phone', () => {
    const on = (userAgent: string, maxTouchPoints: number) =>
      new URL(whatsappLink('1', 'x', deviceAgent({ userAgent, maxTouchPoints } as Navigator))).host;
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0';
    const linux =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
    // An iPad, and an Android tablet in desktop mode, say that they are computers.
    expect([on(mac, 5), on(linux, 10), on(mac, 0), on(linux, 0)]).toEqual([
      'api.whatsapp.com',
      'api.whatsapp.com',
      'web.whatsapp.com',
      'web.whatsapp.com',
    ]);
    expect(whatsappLink('1', 'x', DESKTOP_AGENT)).toMatch(/^https:\/\/web\.whatsapp\.com\/send\?/);
    expect(whatsappLink('1', 'x', PHONE_AGENT)).toMatch(/^https:\/\/api\.whatsapp\.com\/send\?/);
    // It works on desktops too, so it is the one while the user agent is not known.
    expect(whatsappLink('1')).toMatch(/^https:\/\/api\.whatsapp\.com\/send\?/);
  });

  test('carries the digits of the number and the text', () => {
    const address = new URL(whatsappLink('+1 (470) 555-0142', undefined, DESKTOP_AGENT));
    expect(address.searchParams.get('phone')).toBe('14705550142');
    expect(address.searchParams.get('text')).toBe(WHATSAPP_TEXT);
    expect(WHATSAPP_TEXT).toBe('Hello, I came from the website to request a service.');
    expect(address.search).not.toContain('+');
  });
});
