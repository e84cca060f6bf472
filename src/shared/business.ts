import { siteOriginFrom } from '../domain/siteOrigin';
import { wellFormed } from '../domain/validation';
import { useIsHydrated } from '../ui/useIsHydrated';

/** `VITE_BUSINESS_*` as Vite gives them; an empty one counts as not set. */
export type BusinessEnvironment = Readonly<Record<string, unknown>>;

/**
 * The business's own facts, in one place; each can be overridden by an environment variable. Without any
 * they are those of a made-up business (a 555 number).
 */
export function businessFrom(env: BusinessEnvironment) {
  const fact = (name: string, otherwise: string) => {
    const value = env[`VITE_BUSINESS_${name}`];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : otherwise;
  };
  const name = fact('NAME', 'Like New Cabinets');
  const phone = fact('PHONE', '+1 (470) 555-0142');
  return {
    name,
    /** As it is shown. */
    phone,
    /** The number WhatsApp opens; usually the same. */
    whatsapp: fact('WHATSAPP', phone),
    instagram: fact('INSTAGRAM', 'https://www.instagram.com/'),
    facebook: fact('FACEBOOK', 'https://www.facebook.com/'),
    tiktok: fact('TIKTOK', 'https://www.tiktok.com/'),
    mapsUrl: fact(
      'MAPS_URL',
      'https://www.google.com/maps/search/?api=1&query=Lawrenceville%2C%20Georgia',
    ),
    /** Where the business works, in words. */
    area: 'Lawrenceville and its surroundings',
    /** What it does, city and state, for search engines. */
    trade: 'Cabinet refinishing',
    locality: fact('LOCALITY', 'Lawrenceville'),
    region: fact('REGION', 'GA'),
    /** What a work page tells about the company. */
    blurb: `${name} refinishes kitchen, bathroom and laundry cabinets in Lawrenceville and its surroundings. We keep the cabinets you have: every door and drawer front is cleaned, repaired, sanded and finished by hand, until it looks like new.`,
  };
}

export const business = businessFrom(import.meta.env);

/** Trade and town, as titles have them. */
export const TRADE_IN_TOWN = `${business.trade} in ${business.locality}, ${business.region}`;
export type Business = typeof business;

export const NETWORKS = [
  { icon: 'instagram', label: 'Instagram', href: business.instagram },
  { icon: 'facebook', label: 'Facebook', href: business.facebook },
  { icon: 'tiktok', label: 'Tiktok', href: business.tiktok },
] as const;

/** Where the site will be; canonical addresses and link previews have to be absolute. */
export const siteOrigin = siteOriginFrom(import.meta.env);

/** The address that calls a number. */
export const telLink = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;

/** The text a WhatsApp chat starts with. */
export const WHATSAPP_TEXT = 'Hello, I came from the website to request a service.';

const MOBILE = /Android|iPhone|iPad|iPod|Mobile|IEMobile|BlackBerry|Opera Mini/i;

/**
 * A WhatsApp link with the number (digits only) and a prefilled text: the mobile API address on mobile
 * user agents, the web address otherwise. Without a user agent (prerendering) it is the mobile one,
 * which also works on desktops: a press before hydration leads somewhere on every device.
 */
export function whatsappLink(phone: string, text = WHATSAPP_TEXT, userAgent?: string): string {
  const base =
    userAgent === undefined || MOBILE.test(userAgent)
      ? 'https://api.whatsapp.com/send'
      : 'https://web.whatsapp.com/send';
  return `${base}?phone=${phone.replace(/\D/g, '')}&text=${encodeURIComponent(wellFormed(text))}`;
}

/** The business's WhatsApp link; it learns the user agent after hydration, so that markup matches. */
export function useWhatsappLink(text?: string): string {
  const userAgent = useIsHydrated() ? navigator.userAgent : undefined;
  return whatsappLink(business.whatsapp, text, userAgent);
}
