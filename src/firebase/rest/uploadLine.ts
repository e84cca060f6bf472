/**
 * What uploads know of a line, and what follows: how long a chunk may take, how large it is, and how many go at a time.
 *
 * Nobody tells a page how many bytes have gone, and a server keeps whole units of 256 KiB only (the granularity of the
 * resumable protocol). So a limit that is too short sends the same bytes again and again, and one that is too long waits
 * for a connection that has died without a word. The limit follows the units that have arrived, and doubles whenever
 * one brought no answer. `tests/delivery/lines.test.ts` shows what each number here does to lines of many kinds.
 */
import { UPLOAD_CHUNK_UNIT } from '../../domain/constants';
import { SMALL_TIMEOUT } from './httpCall';

/**
 * What is known of a line, in milliseconds: how long the next unit may take, and the last one took. A slow line
 * outlives a worker.
 */
export interface LineKnowledge {
  limit: number;
  unit?: number;
  /** A chunk has brought no answer: from now on one unit goes at a time. */
  isAlone?: true;
}

/**
 * What is assumed of a line on which no unit has arrived: a unit in this time is 36 kbit/s. A slower line gets through
 * by the doubling.
 */
export const UNKNOWN_LINE: LineKnowledge = { limit: 60_000 };
const LONGEST_LIMIT = 300_000;
/** Beside three times the last unit: a line may be gone for 30 s, and TCP tries again 31 s after its first packet was lost. */
const SLACK = 35_000;
/**
 * Two chunks go at a time where a small call takes this share of a unit: one waits for its answer while the other one is
 * on the line. Elsewhere a second one would only wait in the browser, where it blocks a dead HTTP/2 connection: nobody
 * finds out that it is dead.
 */
const LONG_ROUND_TRIP = 1 / 5;
/** A chunk has as many units as may take this long, up to `MOST_UNITS`. */
const CHUNK_TIME = 3_000;
const MOST_UNITS = 4;

/**
 * Before any silence the quickest unit counts: another one may have waited for a line that comes and goes, on a
 * connection that then tries ever more seldom.
 */
function afterUnit(
  { isAlone, unit: before = Infinity }: LineKnowledge,
  last: number,
): LineKnowledge {
  const unit = isAlone ? last : Math.min(last, before);
  const limit = Math.min(SLACK + 3 * unit, LONGEST_LIMIT);
  return { limit, unit, ...(isAlone && { isAlone }) };
}

/** After a chunk without an answer: it ran into its limit, or was cut. */
const afterSilence = (known: LineKnowledge): LineKnowledge => ({
  ...known,
  limit: Math.min(2 * known.limit, LONGEST_LIMIT),
  isAlone: true,
});

/** Thumbnails and short ends go before chunks, as small calls do, and say nothing of the line. */
const isChunk = (bytes: number) => bytes >= UPLOAD_CHUNK_UNIT / 8;

/** After these, nothing more is sent in a try. */
const FAILED = ['unreachable', 'retry'];
/** The answers to bytes that have arrived. A refusal may come before the bytes do. */
const ARRIVED = ['active', 'stored'];

export type UploadLine = ReturnType<typeof createUploadLine>;

/**
 * The line that the uploads of one request, or of one work, share. `keep` is called with all that changes of what was
 * `kept`. `now` in milliseconds.
 */
export function createUploadLine(
  kept: LineKnowledge,
  keep: (known: LineKnowledge) => Promise<void>,
  now: () => number,
) {
  let known = { ...kept, limit: Math.min(Math.max(kept.limit, SLACK), LONGEST_LIMIT) };
  const running = { small: 0, chunks: 0 };
  let waiting: (() => void)[] = [];
  let isOver = false;
  /** How many milliseconds the quickest small call has taken: about a round trip of the line. */
  let smallCall = Infinity;

  // A small call beside a chunk on a slow line would come too late, and makes Chromium ping a session that is well.
  const isFree = (kind: keyof typeof running) => {
    const { unit = Infinity, isAlone } = known;
    const chunksAtOnce = !isAlone && smallCall > unit * LONG_ROUND_TRIP ? 2 : 1;
    return running.chunks < chunksAtOnce && (kind === 'small' || running.small === 0);
  };

  const learn = async (bytes: number, milliseconds: number, answer: string) => {
    // Two chunks of one try that get no answer are one silence.
    const isSilence = answer === 'unreachable' && isChunk(bytes) && !isOver;
    isOver ||= FAILED.includes(answer);
    if (isSilence) known = afterSilence(known);
    else if (ARRIVED.includes(answer) && bytes >= UPLOAD_CHUNK_UNIT) {
      known = afterUnit(known, milliseconds * (UPLOAD_CHUNK_UNIT / bytes));
    } else return;
    await keep(known);
  };

  const leave = (kind: keyof typeof running) => {
    running[kind] -= 1;
    const all = waiting;
    waiting = [];
    for (const look of all) look();
  };

  return {
    /** The size of the next chunk, in bytes: a multiple of 256 KiB. */
    chunkBytes(): number {
      const { unit = Infinity, isAlone } = known;
      const units = isAlone ? 1 : Math.floor(CHUNK_TIME / unit);
      return Math.min(Math.max(units, 1), MOST_UNITS) * UPLOAD_CHUNK_UNIT;
    },
    /**
     * Makes a call that sends so many bytes when it is its turn. `limit` is in milliseconds. The line learns from the
     * answer, unless `signal` has broken the call off. After a call that has failed nothing more is sent: the next try
     * has a new line.
     */
    async inTurn<A extends { type: string }>(
      bytes: number,
      call: (limit: number) => Promise<A>,
      signal?: AbortSignal,
    ): Promise<A | { type: 'unreachable' }> {
      const kind = isChunk(bytes) ? 'chunks' : 'small';
      while (!isFree(kind)) await new Promise<void>((resolve) => waiting.push(resolve));
      if (isOver) return { type: 'unreachable' };
      running[kind] += 1;
      try {
        const limit = SLACK + (known.limit - SLACK) * (bytes / UPLOAD_CHUNK_UNIT);
        const startedAt = now();
        const answer = await call(bytes === 0 ? SMALL_TIMEOUT : limit);
        const milliseconds = now() - startedAt;
        if (bytes === 0) smallCall = Math.min(smallCall, milliseconds);
        if (!signal?.aborted) await learn(bytes, milliseconds, answer.type);
        return answer;
      } finally {
        leave(kind);
      }
    },
  };
}
