const STOP_LIMIT_MS = 9500;

/** Runs `stop` at the first signal and ends the process at the second, or when stopping takes too long. */
export function stopOnSignals(stop) {
  const stopping = new AbortController();
  const onSignal = async () => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    process.stdout.write('Stopping ...\n');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void onSignal());
  return stopping.signal;
}
