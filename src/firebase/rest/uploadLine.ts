/**
 * What uploads know of a line, and what follows: how long a chunk may take, how large it is, and how many go at a time.
 *
 * Nobody tells a page how many bytes have gone, and a server keeps whole units of 256 KiB only (the granularity of the
 * resumable protocol). So a limit that is too short sends the same bytes again and again, and one that is too long waits
 * for a connection that has died without a word. The limit follows the units that have arrived, and doubles whenever one
 * brought no answer. `tests/delivery/lines.test.ts` shows what each number here does to lines of many kinds.
 */
import { UPLOAD_CHUNK_UNIT } from '../../domain/constants';
import { SMALL_TIMEOUT } from './httpCall';

/** What is known of a line, in milliseconds. It is kept with what is uploaded: a slow line outlives a worker. */
export interface LineKnowledge {
  /** How long the next unit may take. */
  limit: number;
  /** How long the last unit took. */
  unit?: number;
  /** A chunk has brought no answer: from now on one unit goes at a time. */
  isAlone?: true;
}

/** Of a line on which nothing was sent: a unit in this time is 26 kbit/s. */
export const UNKNOWN_LINE: LineKnowledge = { limit: 80_000 };
const LONGEST_LIMIT = 300_000;
/** Beside three times the last unit: a good line may be gone for this long. */
const SLACK = 25_000;
/** Two chunks go at a time where a unit takes less: one waits for its answer while the other one is on the line. */
const FAST_UNIT = 30_000;
/** A chunk has as many units as may take this long, up to `MOST_UNITS`. */
const CHUNK_TIME = 2_000;
const MOST_UNITS = 4;

/** After a unit that took so long. Half the old limit stays, because a line may be worse again the next moment. */
export function afterUnit({ limit, isAlone }: LineKnowledge, unit: number): LineKnowledge {
  const wanted = Math.max(SLACK + 3 * unit, limit / 2);
  return { limit: Math.min(wanted, LONGEST_LIMIT), unit, ...(isAlone && { isAlone }) };
}

/**
 * After a chunk without an answer: it ran into its limit, or was cut. On a line that has brought a unit, a tunnel is more
 * likely than so slow a line.
 */
export const afterSilence = (known: LineKnowledge): LineKnowledge => ({
  ...known,
  limit: Math.min(known.limit * (known.unit === undefined ? 2 : 1.5), LONGEST_LIMIT),
  isAlone: true,
});

/** The bytes of the next chunk: a multiple of 256 KiB. */
export function chunkBytes({ unit, isAlone }: LineKnowledge): number {
  const units = unit === undefined || isAlone ? 1 : Math.floor(CHUNK_TIME / unit);
  return Math.min(Math.max(units, 1), MOST_UNITS) * UPLOAD_CHUNK_UNIT;
}

const chunksAtOnce = ({ unit = FAST_UNIT, isAlone }: LineKnowledge) =>
  unit < FAST_UNIT && !isAlone ? 2 : 1;

/** Shorter ends, thumbnails and small calls say little of a unit, and go before chunks. */
const isChunk = (bytes: number) => bytes >= UPLOAD_CHUNK_UNIT / 2;

/** Answers to bytes that have not arrived, and to those that have. A refusal says neither: it may come before they do. */
const SILENT = ['unreachable', 'retry'];
const ARRIVED = ['active', 'stored'];

export type UploadLine = ReturnType<typeof createUploadLine>;

/**
 * The line that the uploads of one request, or of one work, share. `kept` is what was kept of it; `keep` is called with
 * all that changes. `now` in milliseconds.
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

  // A small call beside a chunk on a slow line would come too late, and makes Chromium ping a session that is well.
  const isFree = (kind: keyof typeof running) =>
    kind === 'small'
      ? running.chunks < chunksAtOnce(known)
      : running.small === 0 && running.chunks < chunksAtOnce(known);

  const learn = async (bytes: number, milliseconds: number, answer: string) => {
    if (SILENT.includes(answer)) {
      isOver = true;
      known = afterSilence(known);
    } else if (ARRIVED.includes(answer) && isChunk(bytes)) {
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
    /** The bytes of the next chunk. */
    chunkBytes: () => chunkBytes(known),
    /**
     * Makes a call that sends so many bytes when it is its turn. `limit`: milliseconds. The line learns from its answer,
     * unless `signal` has broken it off. After bytes without an answer nothing more is sent: the next try has a new line.
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
        const units = Math.max(1, bytes / UPLOAD_CHUNK_UNIT);
        const startedAt = now();
        const answer = await call(bytes === 0 ? SMALL_TIMEOUT : known.limit * units);
        if (bytes > 0 && !signal?.aborted) await learn(bytes, now() - startedAt, answer.type);
        return answer;
      } finally {
        leave(kind);
      }
    },
  };
}
