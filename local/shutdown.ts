const ECHO_MS = 300;

/**
 * Stops cleanly on Ctrl-C and on SIGTERM: runs `stop` and exits with 0. A second signal does not
 * wait for it.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const onSignal = () => {
    // One Ctrl-C arrives twice under npm: from the terminal and passed on by npm itself.
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
}
