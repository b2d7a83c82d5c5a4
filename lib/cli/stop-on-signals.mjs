const STOP_LIMIT_MS = 9500;
/** Ctrl-C reaches every process of the terminal, and npm passes on what it got: that is one signal, not two. */
const SAME_MS = 1000;

/**
 * Runs `work` at the first signal and ends the process at the second, or when stopping takes too long.
 * @returns {{ signal: AbortSignal, stop: (code: number) => Promise<never> }} aborted once it stops; the same without a
 * signal
 */
export function stopOnSignals(work) {
  const stopping = new AbortController();
  let stoppedMs = Infinity;
  const stop = async (code) => {
    stopping.abort();
    stoppedMs = performance.now();
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await work();
    process.exit(code);
  };
  const onSignal = (signal) => {
    if (stopping.signal.aborted) {
      // A terminal that closes, or an npm that has ended, hurries nothing.
      if (signal !== 'SIGHUP' && performance.now() - stoppedMs > SAME_MS) process.exit(1);
      return;
    }
    process.stdout.write('Stopping ...\n');
    void stop(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  return { signal: stopping.signal, stop };
}
