/** The links by which a visitor reaches the business: phone, WhatsApp and the social networks. */
import { wellFormed } from '../../domain/validation';
import { useIsHydrated } from '../../ui/hooks';
import { business } from './businessFacts';

/** The networks that have an icon of their own. */
const DRAWN = ['instagram', 'facebook', 'tiktok'] as const;

export const NETWORKS = business.profiles.map(({ name, url }) => ({
  label: name,
  href: url,
  icon: DRAWN.find((icon) => icon === name.toLowerCase()),
}));

export const telLink = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;

export const WHATSAPP_TEXT = 'Hello, I came from the website to request a service.';

const MOBILE = /Android|iPhone|iPad|iPod|Mobile|IEMobile|BlackBerry|Opera Mini/i;

/**
 * A WhatsApp link to a phone number, of which it takes only the digits, with a text that is filled in. Mobile user
 * agents get the address of the mobile API, others the web address. Without a user agent (prerendering) it is the
 * mobile address, which also works on desktops, so a press before hydration works on every device.
 */
export function whatsappLink(phone: string, text = WHATSAPP_TEXT, userAgent?: string): string {
  const base =
    userAgent === undefined || MOBILE.test(userAgent)
      ? 'https://api.whatsapp.com/send'
      : 'https://web.whatsapp.com/send';
  return `${base}?phone=${phone.replace(/\D/g, '')}&text=${encodeURIComponent(wellFormed(text))}`;
}

/**
 * The user agent, but of a tablet none: an iPad, or an Android in desktop mode, says that it is a Mac or a Linux computer,
 * and the web address would show it a QR code to be read with a phone.
 */
export function deviceAgent({ userAgent, maxTouchPoints } = navigator): string | undefined {
  const isTablet = maxTouchPoints > 1 && /Macintosh|Linux/.test(userAgent);
  return isTablet ? undefined : userAgent;
}

/**
 * The WhatsApp link of the business. The user agent counts only after hydration, so that hydration finds the same
 * markup.
 */
export function useWhatsappLink(text?: string): string {
  const userAgent = useIsHydrated() ? deviceAgent() : undefined;
  return whatsappLink(business.whatsapp, text, userAgent);
}
