import { describe, expect, test } from 'vitest';
import { businessFrom, whatsappLink, WHATSAPP_TEXT } from '../../../src/shared/business';

const PHONE_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const DESKTOP_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('the facts of the business', () => {
  test.each([
    ['NAME', 'name', 'Oak & Sons'],
    ['PHONE', 'phone', '+1 555 010 2000'],
    ['PHONE', 'whatsapp', '+1 555 010 2000'],
    ['WHATSAPP', 'whatsapp', '+1 555 010 3000'],
    ['INSTAGRAM', 'instagram', 'https://example.com/i'],
    ['FACEBOOK', 'facebook', 'https://example.com/f'],
    ['TIKTOK', 'tiktok', 'https://example.com/t'],
    ['MAPS_URL', 'mapsUrl', 'https://example.com/m'],
  ] as const)('%s sets %s', (variable, fact, value) => {
    expect(businessFrom({ [`VITE_BUSINESS_${variable}`]: ` ${value} ` })[fact]).toBe(value);
    expect(businessFrom({})[fact]).not.toBe(value);
  });

  test('fall back where a variable is missing or empty', () => {
    const bare = businessFrom({});
    expect(businessFrom({ VITE_BUSINESS_NAME: '', VITE_BUSINESS_PHONE: ' ' })).toEqual(bare);
    expect(bare.phone).toMatch(/555/);
    expect(bare.blurb).toContain(bare.name);
  });
});

describe('the WhatsApp link', () => {
  test('is the web address on a desktop, the mobile API address on a phone', () => {
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
