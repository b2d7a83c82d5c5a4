import { format } from 'node:util';

import type { Log } from '../model/log';

const LEVELS = { error: 'error', warn: 'warn', info: 'info', log: 'info', debug: 'debug' } as const;

/**
 * What libraries write by `console` and Node's own warnings become lines of the log: Next prints the stack of whatever
 * a request made it throw, and collectors drop a log that is not JSON to its end.
 */
export function logConsoleLines(log: Log): void {
  for (const [method, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, (typeof LEVELS)[keyof typeof LEVELS]][])
    console[method] = (...parts: readonly unknown[]): void => {
      const error = parts.find((part) => part instanceof Error);
      const text = format(...parts.map((part) => (part instanceof Error ? part.message : part)));
      log[level]({ text, ...(error === undefined ? {} : { error }) }, 'written by a library');
    };
  // without a listener of ours Node prints them as text
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ error: warning }, 'warning of Node.js'));
}
