/** How an owner answers a request: what the mails offer, too (functions/src/core/mailHtml.ts). */
import type { IconName } from '../../ui/Icon';
import type { OwnerRequest } from '../ports';

interface Way {
  word: string;
  icon?: IconName;
  href: string;
}

/** Those that the request's fields allow, the fastest first. */
export function waysToAnswer({ id, name, phone, email, address }: OwnerRequest): Way[] {
  const number = `#${id.slice(0, 3)} ${id.slice(3, 6)} ${id.slice(6)}`;
  const hello = name.trim() === '' ? 'Hello' : `Hello ${name.trim()}`;
  const text = encode(`${hello}, thank you for your request ${number} on our website.`);
  const reply = `subject=${encode(`Your request ${number}`)}&body=${encode(`${hello},\r\n\r\n`)}`;
  const call = phone.replaceAll(/[^+\d]/g, '');
  const whatsapp = withCountry(call);
  const all: (Way | false)[] = [
    call.length >= 7 && { word: 'Call', icon: 'phone', href: `tel:${call}` },
    whatsapp !== undefined && {
      word: 'WhatsApp',
      icon: 'whatsapp',
      href: `https://wa.me/${whatsapp}?text=${text}`,
    },
    isAddress(email) && {
      word: 'Email',
      href: `mailto:${encode(email.trim())}?${reply}`,
    },
    address.trim() !== '' && {
      word: 'Map',
      icon: 'map-pin',
      href: `https://www.google.com/maps/search/?api=1&query=${encode(address)}`,
    },
  ];
  return all.filter((way) => way !== false);
}

/** Half of a pair of surrogates has no encoding, and ends `encodeURIComponent`. */
const encode = (text: string) => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, ''));

/** wa.me wants the country's code: ten digits without one are of the US. */
function withCountry(call: string): string | undefined {
  const [, national] = /^(?:\+?1)?([2-9]\d{9})$/.exec(call) ?? [];
  if (national) return `1${national}`;
  return /^\+\d{7,15}$/.test(call) ? call.slice(1) : undefined;
}

const isAddress = (email: string) => /^[^\s@,;:<>"]+@[^\s@,;:<>"]+$/.test(email.trim());
