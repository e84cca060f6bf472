/** Which of a request's pictures were left out, because this browser could not use them. */
export function missingText(names: readonly string[]): string {
  const list = names.map((name) => `“${name}”`).join(' and ');
  const [it, was] = names.length === 1 ? ['it', 'was'] : ['them', 'were'];
  return `${list} could not be opened and ${was} left out: please send ${it} by WhatsApp.`;
}
