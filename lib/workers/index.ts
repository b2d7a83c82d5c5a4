import {
  type BrokerContext,
  DEFAULT_RETENTION,
  deliverAlarms,
  endOverruns,
  evaluateAlarms,
  fillDeadLetterTopics,
  flushHistory,
  giveUpTransactions,
  indexKeys,
  indexLetters,
  prune,
  makeDefaultRules,
  probeDatabase,
  deadLetterExhausted,
  pruneAlarms,
  readDisk,
  readLevels,
  regroupCauses,
  releaseDue,
  type RetentionPolicy,
  rollUpHistory,
  sampleHistory,
  type SendOptions,
  stepLetterJobs,
  stepRedrives,
  stepRetryJobs,
  storageTroubles,
} from '../broker';
import { HISTORY } from '../model/history';
import { makeExpirePass } from './expire-pass';
import { type Loop, startLoop } from './loop';

export interface Workers {
  /** The names of loops that have not finished a pass lately; empty: all are healthy. */
  lagging(): string[];
  stop(): Promise<void>;
}

const isDone = (): boolean => false;

/** Loops that call verbs. Each loop may run in any number of processes: statements re-check what they change. */
export function startWorkers(
  ctx: BrokerContext,
  retention: RetentionPolicy = DEFAULT_RETENTION,
  alarms: SendOptions = { allow: new Set(), consoleUrl: '' },
): Workers {
  const { log, metrics } = ctx;
  const noting = async (runOnce: () => Promise<boolean>): Promise<boolean> =>
    await runOnce().catch((error: unknown) => {
      ctx.databaseHealth.note(error);
      throw error;
    });
  const start = (name: string, everyMs: number, runOnce: () => Promise<boolean>): [string, Loop] => [
    name,
    startLoop({ name, everyMs, runOnce: () => noting(runOnce), log, metrics }),
  ];
  const lagging = (): string[] => [...loops].filter(([, loop]) => loop.isLate()).map(([name]) => name);
  const problems = (): string[] => [
    ...lagging().map((name) => `${name} has not finished a pass lately`),
    ...storageTroubles(ctx).map(({ says }) => says),
  ];
  const loops: ReadonlyMap<string, Loop> = new Map([
    start('expire', 250, makeExpirePass(ctx)),
    start('end-overruns', 1000, async () => (await endOverruns(ctx)) >= 200),
    start('dead-letter-exhausted', 500, async () => (await deadLetterExhausted(ctx)) >= 500),
    start('fill-dead-letter-topics', 1000, () => fillDeadLetterTopics(ctx)),
    start('regroup-causes', 1000, () => regroupCauses(ctx)),
    start('release-scheduled', 200, async () => (await releaseDue(ctx)) > 0),
    start('step-redrives', 200, async () => {
      await stepRedrives(ctx);
      return false;
    }),
    start('change-dead-letters', 1000, () => stepLetterJobs(ctx)),
    start('change-retries', 1000, () => stepRetryJobs(ctx)),
    start('index-dead-letters', 500, () => indexLetters(ctx)),
    start('index-keys', 1000, () => indexKeys(ctx)),
    start('flush-history', HISTORY.fineStepMs / 2, () => flushHistory(ctx).then(isDone)),
    start('sample-history', HISTORY.fineStepMs / 2, () => sampleHistory(ctx).then(isDone)),
    start('roll-up-history', HISTORY.coarseStepMs / 2, () => rollUpHistory(ctx).then(isDone)),
    start('read-disk', 1000, () => readDisk(ctx).then(isDone)),
    start('read-limits', 1000, async () => {
      await Promise.all([ctx.throttle.reload(), readLevels(ctx)]);
      return false;
    }),
    start('probe-database', 500, () => probeDatabase(ctx).then(isDone)),
    start('evaluate-alarms', 10_000, async () => {
      await makeDefaultRules(ctx);
      await evaluateAlarms(ctx, { unwell: problems });
      return false;
    }),
    start('deliver-alarms', 1000, async () => (await deliverAlarms(ctx, alarms)) > 0),
    start('prune-alarms', 600_000, () => pruneAlarms(ctx)),
    start('give-up-transactions', 5_000, () => giveUpTransactions(ctx)),
    start('prune', 60_000, async () => (await prune(ctx, retention)).more),
  ]);
  const stopWatching = [ctx.groups.watch(log), ctx.settings.watch(log)];
  return {
    lagging,
    stop: async () => {
      await Promise.all([...stopWatching.map((stop) => stop()), ...[...loops.values()].map((loop) => loop.stop())]);
      await flushHistory(ctx).catch((error: unknown) => log.warn({ error }, 'the last counts were not stored'));
    },
  };
}
