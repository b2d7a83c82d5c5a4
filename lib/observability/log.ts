import type { AsyncLocalStorage } from 'node:async_hooks';
import { pid } from 'node:process';

import { pino } from 'pino';

import type { Log } from '../model/log';

const REQUEST = Symbol.for('redrive.request');

/** The request that is being answered (lib/cli/door/request-id.mjs); empty: none, or not in this process. */
export function currentRequest(): { readonly requestId?: string } {
  const holder = globalThis as { readonly [REQUEST]?: AsyncLocalStorage<{ readonly requestId: string }> };
  return { ...holder[REQUEST]?.getStore() };
}

/**
 * JSON lines on stderr: stdout is for the lines that a person reads at start.
 * @param process which one of its node, as "broker 1"
 */
export function createLog(level: string, process?: string): Log {
  const destination = pino.destination({ dest: 2, sync: true });
  // After its terminal was closed, a line that is written must not end the process.
  destination.on('error', () => undefined);
  return pino(
    {
      level,
      base: { pid, ...(process === undefined ? {} : { process }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: currentRequest,
      serializers: { error: pino.stdSerializers.err },
    },
    destination,
  );
}
