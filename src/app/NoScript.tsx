import { business, whatsappLink } from '../features/business';

/** How to reach the business where scripts do not run; the gallery and the form need them. */
export function NoScript() {
  return (
    <noscript>
      <p className="no-script">
        The gallery and the request form need JavaScript. Without it you reach us by phone at{' '}
        <a href={`tel:${business.phone.replace(/[^+\d]/g, '')}`}>{business.phone}</a> or{' '}
        <a href={whatsappLink(business.whatsapp)}>on WhatsApp</a>.
      </p>
      {/* Placeholders would wait for ever. */}
      <style>{'[aria-busy="true"]{display:none!important}'}</style>
    </noscript>
  );
}
