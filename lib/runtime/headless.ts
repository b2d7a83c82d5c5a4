import { startRuntime } from './start';
import { isStartError } from './start-error';

const STOP_LIMIT_MS = 9500;

/** A broker node without console: the same runtime, stopped by the same signals. */
export async function runHeadless(): Promise<void> {
  try {
    const runtime = await startRuntime({ console: false });
    process.stdout.write(`Broker ready: RocketMQ clients connect to ${runtime.config.host}:${runtime.grpcPort}\n`);
    const { host, metricsPort } = runtime.config;
    if (metricsPort > 0) process.stdout.write(`Metrics for Prometheus: http://${host}:${metricsPort}/api/metrics\n`);
    for (const line of runtime.announcements) process.stdout.write(`${line}\n`);
    const stop = async (): Promise<void> => {
      process.stdout.write('Stopping ...\n');
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
      await runtime.stop();
      process.exit(0);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  } catch (error) {
    process.stderr.write(`${isStartError(error) ? error.message : String((error as Error).stack)}\n`);
    process.exit(1);
  }
}
