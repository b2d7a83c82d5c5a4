// The console of a node: Next, started and stopped by the supervisor (lib/runtime/supervise.ts). The verbs that its
// actions call start with it (instrumentation.ts).
import { createConsoleServer, readAddress } from './console-server.mjs';

process.title = 'redrive console';
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
// Ctrl-C reaches every process of the terminal; the supervisor says when to stop, and its end is ours.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
process.on('SIGTERM', () => void stop());
process.once('disconnect', () => process.exit(1));

const address = readAddress(process.env);
const server = createConsoleServer({ dev: false });
await server.open();
await awaitRuntime(address);

/** Next runs instrumentation.ts at the first request, so this process makes it. */
async function awaitRuntime({ reachable, port }) {
  const answer = await fetch(`http://${reachable}:${port}/api/health`);
  await answer.arrayBuffer();
  const { starting } = runtimeSlot();
  if (starting === undefined) throw new Error(`the console did not start (HTTP ${answer.status})`);
  const runtime = await starting.catch(() => process.exit(1));
  process.on('message', ({ kind }) => kind === 'stop' && void stop());
  process.send({ kind: 'ready', says: runtime.announcements });
}

function runtimeSlot() {
  return globalThis[Symbol.for('redrive.runtime')] ?? {};
}

async function stop() {
  const { ready } = runtimeSlot();
  await Promise.all([server.close(), ready?.stop()]);
  process.exit(0);
}
