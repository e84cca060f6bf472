/** How `npm start` ends: by Ctrl-C, by SIGTERM, or with npm (tools/entry.cjs), and always cleanly. */

/**
 * Milliseconds. Under npm one Ctrl-C arrives twice, from the terminal and from npm. A second signal within this time
 * counts as the same one.
 */
const ECHO_MS = 300;

/**
 * On Ctrl-C, SIGTERM and SIGHUP runs what `onStop` was given last, then exits with 0. A second signal exits at once,
 * with 130. Before there is anything to stop, the exit is at once, too: what a build leaves, the next one clears away.
 */
export function stopOnSignal() {
  let stop = async () => {};
  let stoppingSince: number | undefined;
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > ECHO_MS) process.exit(130);
      return;
    }
    stoppingSince = performance.now();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return {
    onStop(stopAll: () => Promise<void>) {
      stop = stopAll;
    },
  };
}
