import { wellFormed } from '../domain/validation';
import { useIsHydrated } from '../ui/useIsHydrated';

const FACTS = __BUSINESS__;

/** The business's own facts, in one place. */
export const business = {
  ...FACTS,
  /** What it does. */
  trade: 'Cabinet refinishing',
  /** What a work page tells about the company. */
  blurb: `${FACTS.name} refinishes kitchen, bathroom and laundry cabinets in ${FACTS.area}. We keep the cabinets you have: every door and drawer front is cleaned, repaired, sanded and finished by hand, until it looks like new.`,
};

/** Trade and town, as titles have them. */
export const TRADE_IN_TOWN = `${business.trade} in ${business.locality}, ${business.region}`;

export const NETWORKS = [
  { icon: 'instagram', label: 'Instagram', href: business.instagram },
  { icon: 'facebook', label: 'Facebook', href: business.facebook },
  { icon: 'tiktok', label: 'Tiktok', href: business.tiktok },
] as const;

/** Where the site will be; canonical addresses and link previews have to be absolute. */
export const siteOrigin = __SITE_ORIGIN__;

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
