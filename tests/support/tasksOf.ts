/** The tasks of a thread in a trace of Chromium (`startTracing` with the category `toplevel`), and its moments. */

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds: when it began, and what it took of the thread's own time. */
  ts: number;
  tdur?: number;
  args: { name?: string };
}

const eventsOf = (trace: Buffer) =>
  (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents;

/** When the page's first event of this name was, in microseconds of the trace's clock. */
export function momentOf(trace: Buffer, name: 'firstContentfulPaint' | 'loadEventEnd'): number {
  const moments = eventsOf(trace).flatMap((event) => (event.name === name ? event.ts : []));
  if (moments.length === 0) throw new Error(`The trace has no ${name}.`);
  return Math.min(...moments);
}

/**
 * Milliseconds of the thread's own processor time for each task of the threads whose names `thread` matches, from `since`
 * on (`momentOf`). By the clock it would be what other processes take, too.
 */
export function tasksOf(trace: Buffer, thread: RegExp, since = 0): number[] {
  const events = eventsOf(trace);
  const ids = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && thread.test(args.name ?? ''))
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, ts }) => name === 'ThreadControllerImpl::RunTask' && ts >= since)
    .filter(({ pid, tid }) => ids.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}

export const PAGE_THREAD = /^CrRendererMain$/;
