/**
 * A stranger's text for a terminal: a line break would forge a line of the output, an escape code would control the
 * terminal, a mark of direction would turn what follows.
 */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** An error with its stack. Its message may quote a stranger, and stands on one line. */
export function errorLines(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  const { message, stack = '' } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length).trimEnd();
  return oneLine(String(error)) + frames;
}
