/** The tools' output: lines, errors, and progress bars where a person watches. */
import { styleText } from 'node:util';

export interface Terminal {
  /** Prints our own words, of one or several lines. What strangers wrote among them stands in `oneLine`. */
  line(text: string): void;
  error(text: string): void;
  /**
   * Shows the progress of `work`, which calls `advance` after each of its `total` steps: as a bar, or, if the
   * output is not a terminal, as a line for each quarter.
   */
  progress<T>(label: string, total: number, work: (advance: () => void) => Promise<T>): Promise<T>;
}

interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
}

const BAR_WIDTH = 28;

/** A text without what controls a terminal or turns a text, should a stranger's words stand in it all the same. */
const harmless = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '');

/** Returns the function that gives a text a style, if a person watches the output and NO_COLOR is not set. */
export const painterFor = ({ isTTY }: Output) => {
  const hasColours = isTTY && !process.env['NO_COLOR'];
  return (style: Parameters<typeof styleText>[0], text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
};

export const ownTerminal = () => createTerminal(process.stdout, process.stderr);

export function createTerminal(out: Output, err: Output): Terminal {
  const paint = painterFor(out);
  return {
    line: (text) => void out.write(`${harmless(text)}\n`),
    error: (text) => void err.write(`${painterFor(err)('red', '✖')} ${harmless(text)}\n`),
    async progress(label, total, work) {
      let done = 0;
      const isDrawn = out.isTTY && total > 0;
      const draw = () => {
        const filled = Math.round((done / Math.max(total, 1)) * BAR_WIDTH);
        const blocks =
          paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(BAR_WIDTH - filled));
        out.write(`\r${label} ${blocks} ${done} of ${total}`);
      };
      const isNextQuarter = () =>
        Math.floor((done / total) * 4) > Math.floor(((done - 1) / total) * 4);
      if (isDrawn) draw();
      try {
        return await work(() => {
          done += 1;
          if (isDrawn) draw();
          else if (isNextQuarter()) out.write(`${label}: ${done} of ${total}\n`);
        });
      } finally {
        if (isDrawn) out.write('\n');
      }
    },
  };
}
