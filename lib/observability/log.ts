import { pid } from 'node:process';

import { pino } from 'pino';

import type { Log } from '../model/log';

/**
 * JSON lines on stderr: stdout is for the lines that a person reads at start.
 * @param process which one of its node, as "broker 1"
 */
export function createLog(level: string, process?: string): Log {
  return pino(
    {
      level,
      base: { pid, ...(process === undefined ? {} : { process }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
