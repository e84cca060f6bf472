/** About as many characters as a line of a review has on a phone. */
const LINE = 40;
/** A text of more lines is folded to eight (`.folded`). A few more are not worth a press. */
const MOST_LINES = 12;

/** Whether a review would fill much of a phone's screen. */
export function isLong(text: string): boolean {
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / LINE)));
  return lines.reduce((sum, each) => sum + each, 0) > MOST_LINES;
}
