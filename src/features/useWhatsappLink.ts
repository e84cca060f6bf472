import { useSyncExternalStore } from 'react';
import { business, whatsappLink } from './business';

const never = () => () => {};

/** The business's WhatsApp link; it learns the user agent after hydration, so that markup matches. */
export function useWhatsappLink(text?: string): string {
  const userAgent = useSyncExternalStore(
    never,
    () => navigator.userAgent,
    () => undefined,
  );
  return whatsappLink(business.whatsapp, text, userAgent);
}
