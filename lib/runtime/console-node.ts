import { isStartError } from './start-error';
import { startRuntime } from './start';

/**
 * Called by Next once per process. The launcher (lib/cli/serve.mjs) awaits the same runtime on the
 * global object, prints and stops it; a bare `next start` or `next dev` gets the same from here.
 */
export async function startConsoleNode(): Promise<void> {
  const starting = startRuntime({ console: true });
  if (process.env['REDRIVE_LAUNCHED'] === '1') {
    await starting.catch(() => undefined);
    return;
  }
  try {
    const runtime = await starting;
    for (const line of runtime.announcements) process.stdout.write(`${line}\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void runtime.stop());
  } catch (error) {
    process.stderr.write(`${isStartError(error) ? error.message : String((error as Error).stack)}\n`);
    process.exit(1);
  }
}
