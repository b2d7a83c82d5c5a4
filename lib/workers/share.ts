import { startLoop } from './loop';

/** 'own': what each process needs for itself. 'all': also the work of the broker, for which one process is enough. */
export type Share = 'all' | 'own';

/** They keep the memory of a process true, and store what it counted. */
const OF_EACH_PROCESS: ReadonlySet<string> = new Set([
  'flush-history',
  'read-disk',
  'compare-kept',
  'read-limits',
  'probe-database',
]);

const NOT_HERE = { isLate: () => false, wake: () => undefined, stop: () => Promise.resolve() };

/** @returns starts a loop, if it is one of this share */
export function loopsOf(share: Share): typeof startLoop {
  return (options) => (share === 'all' || OF_EACH_PROCESS.has(options.name) ? startLoop(options) : NOT_HERE);
}
