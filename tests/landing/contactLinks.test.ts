import { describe, expect, test } from 'vitest';
import { whatsappLink, WHATSAPP_TEXT } from '../../src/shared/business/businessFacts';

const PHONE_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const DESKTOP_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('the WhatsApp link', () => {
  test('opens WhatsApp Web on a desktop and the app on a phone', () => {
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
