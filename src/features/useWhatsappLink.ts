import { business, whatsappLink } from './business';
import { useIsHydrated } from './useIsHydrated';

/** The business's WhatsApp link; it learns the user agent after hydration, so that markup matches. */
export function useWhatsappLink(text?: string): string {
  const userAgent = useIsHydrated() ? navigator.userAgent : undefined;
  return whatsappLink(business.whatsapp, text, userAgent);
}
