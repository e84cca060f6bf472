/** The only place that writes to the console. Never pass it anything a visitor has typed, and no token. */
export function log(message: string, error?: unknown): void {
  // oxlint-disable-next-line no-console -- failures are "only logged" (specification, section 8)
  console.error(message, error ?? '');
}
