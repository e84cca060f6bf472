/** What the tools say, and progress bars where a person looks. */
import { styleText } from 'node:util';

export interface Terminal {
  line(text: string): void;
  error(text: string): void;
  /** A bar of `total` steps; without a terminal, a line for each quarter. */
  progress(label: string, total: number): Progress;
}

export interface Progress {
  advance(): void;
  /** Leaves the bar as it stands. */
  end(): void;
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
    line: (text) => void out.write(`${text}\n`),
    error: (text) => void err.write(`${paint('red', '✖')} ${text}\n`),
    progress: (label, total) =>
      out.isTTY ? bar(out, label, total, paint) : quarters(out, label, total),
  };
}

type Paint = (style: 'green' | 'dim', text: string) => string;

function bar(out: Output, label: string, total: number, paint: Paint): Progress {
  let done = 0;
  const draw = () => {
    const filled = Math.round((done / Math.max(total, 1)) * BAR_WIDTH);
    const blocks =
      paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(BAR_WIDTH - filled));
    out.write(`\r${label} ${blocks} ${done} of ${total}`);
  };
  draw();
  return {
    advance() {
      done += 1;
      draw();
    },
    end: () => void out.write('\n'),
  };
}

function quarters(out: Output, label: string, total: number): Progress {
  let done = 0;
  let told = 0;
  return {
    advance() {
      done += 1;
      const quarter = Math.floor((done / total) * 4);
      if (quarter === told) return;
      told = quarter;
      out.write(`${label}: ${done} of ${total}\n`);
    },
    end() {},
  };
}
