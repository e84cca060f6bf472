/** The tools' output: lines, errors, and progress bars where a person watches. */
import { styleText } from 'node:util';

export interface Terminal {
  /** Prints a line without control characters, so that a visitor's text cannot control the terminal. */
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

export function createTerminal(out: Output, err: Output, colours: boolean): Terminal {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colours ? styleText(style, text, { validateStream: false }) : text;
  return {
    line: (text) => void out.write(`${text.replaceAll(/[^\P{Cc}\n\t]/gu, '')}\n`),
    error: (text) => void err.write(`${paint('red', '✖')} ${text}\n`),
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
