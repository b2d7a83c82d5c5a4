// Serves the built console; the broker and Postgres start with it (instrumentation.ts).
import { createConsoleServer, readAddress } from './console-server.mjs';
import { limitHeapGrowth } from './limit-heap-growth.mjs';
import { stopOnSignals } from './stop-on-signals.mjs';

export async function serve() {
  limitHeapGrowth();
  Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
  const address = readAddress(process.env);
  const server = createConsoleServer({ dev: false });
  const stopping = stopOnSignals(() => Promise.all([server.close(), stopRuntime()]));
  await server.open();
  const runtime = await awaitRuntime(address);
  if (stopping.aborted) return;
  process.stdout.write(`Redrive console: http://${address.shown}:${address.port}\n`);
  process.stdout.write(`RocketMQ clients connect to ${address.shown}:${runtime.grpcPort}\n`);
  for (const line of runtime.announcements) process.stdout.write(`${line}\n`);
}

/** Next runs instrumentation.ts at the first request, so the launcher makes it. */
async function awaitRuntime({ reachable, port }) {
  const answer = await fetch(`http://${reachable}:${port}/api/health`);
  await answer.arrayBuffer();
  const { starting } = runtimeSlot();
  if (starting === undefined) throw new Error(`the console did not start (HTTP ${answer.status})`);
  return starting;
}

function runtimeSlot() {
  return globalThis[Symbol.for('redrive.runtime')] ?? {};
}

/** A signal may come while the runtime still starts: it is stopped as soon as it is up. */
async function stopRuntime() {
  const runtime = await Promise.resolve(runtimeSlot().starting).catch(() => undefined);
  await runtime?.stop();
}
