import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { Landing } from '../../src/landing/Landing';
import { SiteLayout } from '../../src/landing/SiteLayout';
import { business } from '../../src/shared/business/businessFacts';
import { markup } from '../support/markup';

// Another number than the telephone's, as an owner may give one.
vi.mock(import('../../src/shared/business/businessFacts'), async (original) => {
  const actual = await original();
  return { ...actual, business: { ...actual.business, whatsapp: '+1 (470) 555-0177' } };
});

const gallery = createElement('div', { id: 'the-gallery' });
const html = markup(createElement(SiteLayout, null, createElement(Landing, { gallery })));

/** The opening tags of all links, with the text inside them. */
const links = [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(
  ([, attributes = '', inner = '']) => ({ attributes, text: inner.replace(/<[^>]*>/g, '') }),
);

test('the landing page has the texts of the specification', () => {
  for (const text of [
    'We make your cabinets look like new!',
    'Check our locals',
    'Lawrenceville and its surroundings',
    'Whatsapp us',
    'Click here to chat with us',
    '<div id="the-gallery">',
  ]) {
    expect(html).toContain(text);
  }
  expect(html.match(/<h1/g)).toHaveLength(1);
});

test('the five tiles are in order, and the last three open other sites in a new tab', () => {
  const tiles = /<ul[^>]*data-testid="tiles">(.*?)<\/ul>/s.exec(html)![1]!;
  const labels = [...tiles.matchAll(/<span[^>]*>([^<]+)<\/span>/g)].map((match) => match[1]);
  expect(labels).toEqual(['Request service', 'Our work', 'Instagram', 'Facebook', 'Tiktok']);
  const [request, work, ...networks] = tiles.match(/<a [^>]*>/g)!;
  expect(request).toContain('href="/#request-service"');
  expect(work).toContain('href="/#gallerySection"');
  for (const network of networks) {
    expect(network).toContain('target="_blank"');
    expect(network).toMatch(/href="https:/);
  }
});

test('without a street nobody is invited to come by', () => {
  expect(html).toContain('>We come to you</h2>');
  expect(html).not.toContain('Come by');
});

test('links to WhatsApp show WhatsApp’s own number', () => {
  const card = links.find(({ text }) => text.includes('Click here to chat with us'))!;
  expect(card.text).toContain('+1 (470) 555-0177');
  expect(html.match(/href="tel:([^"]*)"/)![1]).toBe('+14705550142');
  expect(business.whatsapp).not.toBe(business.phone);
});

test('the logo leads home and is the first link after “Skip to content”', () => {
  expect(links[0]?.text).toBe('Skip to content');
  expect(links[1]?.attributes).toContain('href="/"');
});

test('links into a new tab give the other page no access to this one', () => {
  const outside = links.filter(({ attributes }) => attributes.includes('target="_blank"'));
  expect(outside.length).toBeGreaterThanOrEqual(5);
  for (const { attributes } of outside) expect(attributes).toMatch(/rel="noopener/);
});
