import { describe, expect, test } from 'vitest';
import { businessFrom, whatsappLink, WHATSAPP_TEXT } from '../../../src/shared/business';

const PHONE_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const DESKTOP_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('the facts of the business', () => {
  test('come from the environment where it sets them', () => {
    const facts = businessFrom({
      VITE_BUSINESS_NAME: ' Oak & Sons ',
      VITE_BUSINESS_PHONE: '+1 555 010 2000',
      VITE_BUSINESS_INSTAGRAM: 'https://example.com/i',
      VITE_BUSINESS_FACEBOOK: 'https://example.com/f',
      VITE_BUSINESS_TIKTOK: 'https://example.com/t',
      VITE_BUSINESS_MAPS_URL: 'https://example.com/m',
    });
    expect(facts).toMatchObject({
      name: 'Oak & Sons',
      phone: '+1 555 010 2000',
      whatsapp: '+1 555 010 2000',
      instagram: 'https://example.com/i',
      facebook: 'https://example.com/f',
      tiktok: 'https://example.com/t',
      mapsUrl: 'https://example.com/m',
    });
    expect(facts.blurb).toContain('Oak & Sons');
  });

  test('have a WhatsApp number of their own only where one is set', () => {
    const facts = businessFrom({ VITE_BUSINESS_WHATSAPP: '+1 555 010 3000' });
    expect(facts.whatsapp).toBe('+1 555 010 3000');
    expect(facts.phone).not.toBe(facts.whatsapp);
  });

  test('fall back where a variable is missing or empty', () => {
    expect(businessFrom({ VITE_BUSINESS_NAME: '', VITE_BUSINESS_PHONE: ' ' })).toEqual(
      businessFrom({}),
    );
    expect(businessFrom({}).phone).toMatch(/555/);
  });
});

describe('the WhatsApp link', () => {
  test('is the web address on a desktop, the mobile API address on a phone', () => {
    expect(whatsappLink('1', 'x', DESKTOP_AGENT)).toMatch(/^https:\/\/web\.whatsapp\.com\/send\?/);
    expect(whatsappLink('1', 'x', PHONE_AGENT)).toMatch(/^https:\/\/api\.whatsapp\.com\/send\?/);
  });

  test('works on every device before the user agent is known', () => {
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
