/**
 * Text that can be sent: half of an emoji (a field cut at its maximum length) becomes U+FFFD. Others
 * refuse it: `encodeURIComponent` throws, and Firestore answers 400.
 */
export function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}
