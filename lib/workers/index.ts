import { type BrokerContext, endOverruns, expire, promoteDue, stepRedrives } from '../broker';
import { type Loop, startLoop } from './loop';

export interface Workers {
  /** The names of loops that have not finished a pass lately; empty: all is well. */
  lagging(): string[];
  stop(): Promise<void>;
}

const LAGGING_MS = 15_000;

/** Loops that call verbs. Each is safe to run in any number of processes: statements re-check what they change. */
export function startWorkers(ctx: BrokerContext): Workers {
  const { log, metrics } = ctx;
  const start = (name: string, everyMs: number, runOnce: () => Promise<boolean>): [string, Loop] => [
    name,
    startLoop({ name, everyMs, runOnce, log, metrics }),
  ];
  const loops = new Map([
    start('expire', 250, async () => (await expire(ctx)).more),
    start('end-overruns', 1000, async () => (await endOverruns(ctx)) >= 200),
    start('promote-due', 500, async () => (await promoteDue(ctx)) >= 500),
    start('step-redrives', 200, async () => {
      await stepRedrives(ctx);
      return false;
    }),
  ]);
  const stopGroups = ctx.groups.watch(log);
  return {
    lagging: () => [...loops].filter(([, loop]) => (loop.sinceSuccessMs() ?? Number.POSITIVE_INFINITY) > LAGGING_MS).map(([name]) => name),
    stop: async () => {
      stopGroups();
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}
