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

/**
 * When the page was first painted and when it had loaded, in microseconds of the trace's clock. `pid`: its process. The
 * browser has pages of its own in others, which load at any time.
 */
export function momentsOf(trace: Buffer): { pid: number; painted: number; loaded: number } {
  const events = eventsOf(trace);
  const first = (event: string, ofPid?: number) => {
    const found = events.find(({ name, pid }) => name === event && pid === (ofPid ?? pid));
    if (!found) throw new Error(`The trace has no ${event}.`);
    return found;
  };
  const { pid, ts: painted } = first('firstContentfulPaint');
  return { pid, painted, loaded: first('loadEventEnd', pid).ts };
}

/**
 * Milliseconds of the thread's own processor time for each task of the threads whose names `thread` matches, of the process
 * `pid` and from `since` on (`momentsOf`), if they are given. By the clock it would be what other processes take, too.
 */
export function tasksOf(
  trace: Buffer,
  thread: RegExp,
  { pid: ofPid, since = 0 }: { pid?: number; since?: number } = {},
): number[] {
  const events = eventsOf(trace).filter(({ pid }) => pid === (ofPid ?? pid));
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
