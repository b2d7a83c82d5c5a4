import {
  type AnchorOptions,
  type BrokerContext,
  checkAudit,
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
  nextDueMs,
  probeDatabase,
  deadLetterExhausted,
  pruneAlarms,
  readDisk,
  readLevels,
  regroupCauses,
  releaseDue,
  type RetentionPolicy,
  rollUpHistory,
  runningRedrives,
  sampleHistory,
  type SendOptions,
  stepDeletions,
  stepLetterJobs,
  stepRedirects,
  stepRetryJobs,
  stepThese,
  storageTroubles,
  traceFailures,
} from '../broker';
import { HISTORY } from '../model/history';
import type { LiveChangeKind } from '../model/live-change';
import type { MessageTraces } from '../model/cluster/message-traces';
import { makeExpirePass } from './expire-pass';
import type { Loop } from './loop';
import { loopsOf, type Share } from './share';

export interface Workers {
  /** The names of loops that have not finished a pass lately; empty: all are healthy. */
  lagging(): string[];
  stop(): Promise<void>;
}

const isDone = (): boolean => false;
/** As a pass says that it found nothing and knows of nothing. */
const NOTHING = Number.POSITIVE_INFINITY;

const KEPT_TO_ITSELF: AnchorOptions = { secretKey: undefined, give: () => Promise.resolve(true) };
const AUDIT_EVERY_MS = 3_600_000;

/** Loops that call verbs. Each loop may run in any number of processes: statements re-check what they change. */
export function startWorkers(
  ctx: BrokerContext,
  retention: RetentionPolicy = DEFAULT_RETENTION,
  alarms: SendOptions = { allow: new Set(), consoleUrl: '' },
  share: Share = 'all',
  anchors: AnchorOptions = KEPT_TO_ITSELF,
  traces: MessageTraces | null = null,
): Workers {
  const startLoop = loopsOf(share);
  const { log, metrics } = ctx;
  const givenAnchor = { hash: '' };
  let auditProblem: string | null = null;
  const stopWatching: (() => unknown)[] = [ctx.groups.watch(log), ctx.settings.watch(log)];
  const noting = async <Outcome>(runOnce: () => Promise<Outcome>): Promise<Outcome> =>
    await runOnce().catch((error: unknown) => {
      ctx.databaseHealth.note(error);
      throw error;
    });
  const start = (name: string, everyMs: number, runOnce: () => Promise<boolean>): [string, Loop] => [
    name,
    startLoop({ name, everyMs, runOnce: () => noting(runOnce), log, metrics }),
  ];
  /** A loop that looks seldom while there is nothing to do, and sooner when something of these kinds changed. */
  const startWoken = (
    name: string,
    {
      everyMs,
      idleMs,
      on,
    }: { readonly everyMs: number; readonly idleMs: number; readonly on: readonly LiveChangeKind[] },
    runOnce: () => Promise<boolean | number>,
  ): [string, Loop] => {
    const loop = startLoop({ name, everyMs, idleMs, runOnce: () => noting(runOnce), log, metrics });
    stopWatching.push(ctx.changes.subscribe(({ kind }) => on.includes(kind) && loop.wake()));
    return [name, loop];
  };
  const lagging = (): string[] => [...loops].filter(([, loop]) => loop.isLate()).map(([name]) => name);
  const problems = (): string[] => [
    ...lagging().map((name) => `${name} has not finished a pass lately`),
    ...storageTroubles(ctx).map(({ says }) => says),
    ...ctx.processTroubles.current,
    ...(auditProblem === null ? [] : [auditProblem]),
  ];
  const loops: ReadonlyMap<string, Loop> = new Map([
    start('expire', 250, makeExpirePass(ctx)),
    start('end-overruns', 1000, async () => (await endOverruns(ctx)) >= 200),
    start('dead-letter-exhausted', 500, async () => (await deadLetterExhausted(ctx)) >= 500),
    start('fill-dead-letter-topics', 1000, () => fillDeadLetterTopics(ctx)),
    start('regroup-causes', 1000, () => regroupCauses(ctx)),
    // A delayed message is sent to its topic.
    startWoken('release-scheduled', { everyMs: 200, idleMs: 1000, on: ['topic'] }, async () =>
      (await releaseDue(ctx)) > 0 ? true : await nextDueMs(ctx),
    ),
    // A group that goes on lets its re-drives go on.
    startWoken('step-redrives', { everyMs: 200, idleMs: 1000, on: ['redrive', 'group'] }, async () => {
      const running = await runningRedrives(ctx);
      await stepThese(ctx, running);
      return running.length > 0 ? false : NOTHING;
    }),
    startWoken('step-redirects', { everyMs: 1000, idleMs: 5000, on: ['redrive', 'dead-letter'] }, async () =>
      (await stepRedirects(ctx)) ? false : NOTHING,
    ),
    startWoken('change-dead-letters', { everyMs: 1000, idleMs: 5000, on: ['dead-letter'] }, async () =>
      (await stepLetterJobs(ctx)) ? true : NOTHING,
    ),
    startWoken('change-retries', { everyMs: 1000, idleMs: 5000, on: ['message'] }, async () =>
      (await stepRetryJobs(ctx)) ? true : NOTHING,
    ),
    startWoken('remove-deleted', { everyMs: 1000, idleMs: 5000, on: ['group', 'topic'] }, async () =>
      (await stepDeletions(ctx)) ? true : NOTHING,
    ),
    startWoken('index-dead-letters', { everyMs: 500, idleMs: 2000, on: ['dead-letter'] }, async () =>
      (await indexLetters(ctx)) ? true : NOTHING,
    ),
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
    start('check-audit', AUDIT_EVERY_MS, async () => {
      auditProblem = await checkAudit(ctx, anchors, givenAnchor);
      return false;
    }),
    start('prune-alarms', 600_000, () => pruneAlarms(ctx)),
    start('give-up-transactions', 5_000, () => giveUpTransactions(ctx)),
    start('prune', 60_000, async () => (await prune(ctx, retention)).more),
    ...(traces === null ? [] : [start('trace-failures', 1000, () => traceFailures(ctx, traces))]),
  ]);
  return {
    lagging,
    stop: async () => {
      await Promise.all([...stopWatching.map((stop) => stop()), ...[...loops.values()].map((loop) => loop.stop())]);
      await flushHistory(ctx).catch((error: unknown) => log.warn({ error }, 'the last counts were not stored'));
    },
  };
}
