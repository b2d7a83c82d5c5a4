import {
  type BrokerContext,
  DEFAULT_RETENTION,
  endOverruns,
  keepHouse,
  promoteDue,
  releaseDue,
  type RetentionPolicy,
  stepRedrives,
} from '../broker';
import { makeExpirePass } from './expire-pass';
import { type Loop, startLoop } from './loop';

export interface Workers {
  /** The names of loops that have not finished a pass lately; empty: all is well. */
  lagging(): string[];
  stop(): Promise<void>;
}

/** Loops that call verbs. Each is safe to run in any number of processes: statements re-check what they change. */
export function startWorkers(ctx: BrokerContext, retention: RetentionPolicy = DEFAULT_RETENTION): Workers {
  const { log, metrics } = ctx;
  const start = (name: string, everyMs: number, runOnce: () => Promise<boolean>): [string, Loop] => [
    name,
    startLoop({ name, everyMs, runOnce, log, metrics }),
  ];
  const loops = new Map([
    start('expire', 250, makeExpirePass(ctx)),
    start('end-overruns', 1000, async () => (await endOverruns(ctx)) >= 200),
    start('promote-due', 500, async () => (await promoteDue(ctx)) >= 500),
    start('release-scheduled', 200, async () => (await releaseDue(ctx)) > 0),
    start('step-redrives', 200, async () => {
      await stepRedrives(ctx);
      return false;
    }),
    start('keep-house', 60_000, async () => (await keepHouse(ctx, retention)).more),
  ]);
  const stopGroups = ctx.groups.watch(log);
  return {
    lagging: () => [...loops].filter(([, loop]) => loop.isLate()).map(([name]) => name),
    stop: async () => {
      stopGroups();
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}
