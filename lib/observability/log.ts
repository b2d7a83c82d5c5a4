import type { AsyncLocalStorage } from 'node:async_hooks';
import { pid } from 'node:process';
import { inspect } from 'node:util';

import { pino } from 'pino';

import type { Log } from '../model/log';

const REQUEST = Symbol.for('redrive.request');

/** The request that is being answered (lib/cli/door/request-id.mjs); empty: none, or not in this process. */
export function currentRequest(): { readonly requestId?: string } {
  const holder = globalThis as { readonly [REQUEST]?: AsyncLocalStorage<{ readonly requestId: string }> };
  return { ...holder[REQUEST]?.getStore() };
}

const MOST_CHARACTERS = 2000;

/** An error with its type and message. A text stays a text; of anything else that was thrown, what it looks like. */
export function errorFields(thrown: unknown): unknown {
  const fields: unknown = pino.stdSerializers.err(thrown as Error);
  if (fields !== thrown || typeof thrown === 'string') return fields;
  return { type: typeof thrown, message: inspect(thrown, { depth: 2 }).slice(0, MOST_CHARACTERS) };
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
      serializers: { error: errorFields },
    },
    destination,
  );
}
