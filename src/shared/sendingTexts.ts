/** Texts about sending that the form and the list of waiting requests share. */

/** Shown online, when a request could not be sent and will be tried again. */
export const NO_ANSWER_YET = 'Still no answer. We keep trying.';

/** Shown after `SLOW_AFTER`. `inMemory`: the request is not saved on this device. */
export const slowServerText = (inMemory: boolean): string =>
  inMemory
    ? 'This takes longer than usual.'
    : 'This takes longer than usual. Your request is saved on this device.';

/** Names the pictures that were left out of a request. */
export function missingPicturesText(names: readonly string[]): string {
  const list = names.map((name) => `“${name}”`).join(' and ');
  const [it, was] = names.length === 1 ? ['it', 'was'] : ['them', 'were'];
  return `${list} could not be sent and ${was} left out: please send ${it} by WhatsApp.`;
}
