/** What is said of a server that takes its time, in the form and in the list of what waits. */

/** After a try in vain. */
export const NO_ANSWER_YET = 'Still no answer. We keep trying.';

/** After `SLOW_AFTER`. `inMemory`: the request is not kept on this device. */
export const slowText = (inMemory: boolean): string =>
  inMemory
    ? 'This takes longer than usual.'
    : 'This takes longer than usual. Your request is saved on this device.';
