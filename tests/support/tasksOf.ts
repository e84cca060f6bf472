/** The tasks of a thread in a trace of Chromium (`startTracing` with the category `toplevel`). */

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  tdur?: number;
  args: { name?: string };
}

/**
 * Milliseconds of the thread's own processor time for each task of the threads whose names `thread` matches. By the clock
 * it would be what other processes take, too.
 */
export function tasksOf(trace: Buffer, thread: RegExp): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const ids = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && thread.test(args.name ?? ''))
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .filter(({ pid, tid }) => ids.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}

export const PAGE_THREAD = /^CrRendererMain$/;
