/** How an owner answers a request: addresses that begin a call, a message, a mail, and a map. */
import type { IconName } from '../../ui/Icon';
import type { OwnerRequest } from '../ports';

interface Way {
  word: string;
  icon?: IconName;
  href: string;
}

/** The ways to answer that the request's fields allow, the fastest first: what the mails offer, too. */
export function waysToAnswer({ id, name, phone, email, address }: OwnerRequest): Way[] {
  const number = `#${id.slice(0, 3)} ${id.slice(3, 6)} ${id.slice(6)}`;
  const hello = name.trim() === '' ? 'Hello' : `Hello ${name.trim()}`;
  const text = encode(`${hello}, thank you for your request ${number} on our website.`);
  const reply = `subject=${encode(`Your request ${number}`)}&body=${encode(`${hello},\r\n\r\n`)}`;
  const call = numberIn(phone);
  const whatsapp = call && withCountry(call);
  const all: (Way | false)[] = [
    call !== undefined && { word: 'Call', icon: 'phone', href: `tel:${call}` },
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

/** A number of the US, which another number or an extension may follow. */
const US_NUMBER =
  /(?:^|\D)((?:\+?1[\s.\p{Pd}]{0,3})?\(?[2-9]\d{2}\)?[\s.\p{Pd}]{0,3}\d{3}[\s.\p{Pd}]{0,3}\d{4})(?:$|\D)/u;
const DIGITS = /\+?\d[\d\s().\p{Pd}]*/gu;

/**
 * The first number that a visitor has typed, in digits: an hour or an extension may stand beside it. Undefined where there
 * are not seven digits in a row. The mails know more spellings (functions/src/core/phoneNumbers.ts).
 */
function numberIn(phone: string): string | undefined {
  // Dialled from elsewhere, 00 is the plus.
  const text = phone.replace(/^\s*00(?=[1-9])/, '+');
  const isAbroad = /\+(?!1)/.test(text);
  const ofTheUs = isAbroad ? undefined : US_NUMBER.exec(text)?.[1];
  const rows = [...(ofTheUs === undefined ? [] : [ofTheUs]), ...(text.match(DIGITS) ?? [])];
  return rows.map((row) => row.replaceAll(/[^+\d]/g, '')).find((row) => row.length >= 7);
}

/** wa.me wants the country's code: ten digits without one are of the US. */
function withCountry(call: string): string | undefined {
  const [, national] = /^(?:\+?1)?([2-9]\d{9})$/.exec(call) ?? [];
  if (national) return `1${national}`;
  return /^\+\d{7,15}$/.test(call) ? call.slice(1) : undefined;
}

const isAddress = (email: string) => /^[^\s@,;:<>"]+@[^\s@,;:<>"]+$/.test(email.trim());
