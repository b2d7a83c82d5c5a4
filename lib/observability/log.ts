import { pino } from 'pino';

import type { Log } from '../model/log';

/** JSON lines on stderr: stdout is for the lines that a person reads at start. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
