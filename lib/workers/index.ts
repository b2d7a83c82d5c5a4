import { type Reason, told } from '../model/language/t';
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
  foldDeadLetterCounts,
  giveUpTransactions,
  indexKeys,
  indexLetters,
  prune,
  makeComparePass,
  makeDefaultRules,
  mendDeadLetterCounts,
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
  type WokenLoop,
  workAhead,
} from '../broker';
import { ENGLISH } from '../model/language/speech';
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

interface Wakening {
  readonly everyMs: number;
  readonly idleMs?: number;
  readonly on?: readonly LiveChangeKind[];
}

const isDone = (): boolean => false;
/** As a pass says that it found nothing and knows of nothing. */
const NOTHING = Number.POSITIVE_INFINITY;
/** A loop looks for itself this often, should both the hints and the look ahead miss its work. */
const OWN_LOOK_MS = 30_000;
const LOOK_AHEAD_MS = 1000;

const ALARMS_NOWHERE: SendOptions = { allow: new Set(), consoleUrl: '', speechIn: () => ENGLISH };
const KEPT_TO_ITSELF: AnchorOptions = { secretKey: undefined, give: () => Promise.resolve(true) };
const AUDIT_EVERY_MS = 3_600_000;

/** Loops that call verbs. Each loop may run in any number of processes: statements re-check what they change. */
export function startWorkers(
  ctx: BrokerContext,
  retention: RetentionPolicy = DEFAULT_RETENTION,
  alarms: SendOptions = ALARMS_NOWHERE,
  share: Share = 'all',
  anchors: AnchorOptions = KEPT_TO_ITSELF,
  traces: MessageTraces | null = null,
): Workers {
  const startLoop = loopsOf(share);
  const { log, metrics } = ctx;
  const givenAnchor = { hash: '' };
  let auditProblem: Reason | null = null;
  const compareKept = makeComparePass(ctx);
  const expirePass = makeExpirePass(ctx);
  let leasesEndUntilMs = 0;
  const stopWatching: (() => unknown)[] = [];
  const noting = async <Outcome>(runOnce: () => Promise<Outcome>): Promise<Outcome> =>
    await runOnce().catch((error: unknown) => {
      ctx.databaseHealth.note(error);
      throw error;
    });
  const start = (name: string, everyMs: number, runOnce: () => Promise<boolean>): [string, Loop] => [
    name,
    startLoop({ name, everyMs, runOnce: () => noting(runOnce), log, metrics }),
  ];
  /**
   * A loop that looks seldom while there is nothing to do, and sooner when something of these kinds changed, or when
   * the look ahead found work for it: one statement a second for all loops.
   */
  const startWoken = (
    name: WokenLoop | 'dead-letter-exhausted' | 'index-keys',
    { everyMs, idleMs = OWN_LOOK_MS, on = [] }: Wakening,
    runOnce: () => Promise<boolean | number>,
  ): [string, Loop] => {
    const loop = startLoop({ name, everyMs, idleMs, runOnce: () => noting(runOnce), log, metrics });
    stopWatching.push(ctx.changes.subscribe(({ kind }) => on.includes(kind) && loop.wake()));
    return [name, loop];
  };
  const lagging = (): string[] => [...loops].filter(([, loop]) => loop.isLate()).map(([name]) => name);
  const problems = (): Reason[] => [
    ...lagging().map((name) => told('{name} has not finished a pass lately', { name })),
    ...storageTroubles(ctx).map(({ says }) => says),
    ...ctx.processTroubles.current,
    ...(auditProblem === null ? [] : [auditProblem]),
  ];
  const loops: ReadonlyMap<string, Loop> = new Map([
    startWoken('expire', { everyMs: 250, on: ['message', 'client'] }, async () => {
      const more = await expirePass();
      return more || (performance.now() < leasesEndUntilMs ? false : NOTHING);
    }),
    startWoken('end-overruns', { everyMs: 1000 }, async () => (await endOverruns(ctx)) >= 200 || NOTHING),
    startWoken(
      'dead-letter-exhausted',
      { everyMs: 500, idleMs: 2000, on: ['group', 'message'] },
      async () => (await deadLetterExhausted(ctx)) >= 500 || NOTHING,
    ),
    startWoken('fill-dead-letter-topics', { everyMs: 1000 }, async () => (await fillDeadLetterTopics(ctx)) || NOTHING),
    startWoken(
      'regroup-causes',
      { everyMs: 1000, on: ['dead-letter'] },
      async () => (await regroupCauses(ctx)) || NOTHING,
    ),
    // A delayed message is sent to its topic.
    startWoken(
      'release-scheduled',
      { everyMs: 200, on: ['topic'] },
      async () => (await releaseDue(ctx)) > 0 || (await nextDueMs(ctx)),
    ),
    // A group that goes on lets its re-drives go on.
    startWoken('step-redrives', { everyMs: 200, on: ['redrive', 'group'] }, async () => {
      const running = await runningRedrives(ctx);
      await stepThese(ctx, running);
      return running.length > 0 ? false : NOTHING;
    }),
    startWoken('step-redirects', { everyMs: 1000, on: ['redrive', 'dead-letter'] }, async () =>
      (await stepRedirects(ctx)) ? false : NOTHING,
    ),
    startWoken(
      'change-dead-letters',
      { everyMs: 1000, on: ['dead-letter'] },
      async () => (await stepLetterJobs(ctx)) || NOTHING,
    ),
    startWoken('change-retries', { everyMs: 1000, on: ['message'] }, async () => (await stepRetryJobs(ctx)) || NOTHING),
    startWoken(
      'remove-deleted',
      { everyMs: 1000, on: ['group', 'topic'] },
      async () => (await stepDeletions(ctx)) || NOTHING,
    ),
    startWoken(
      'index-dead-letters',
      { everyMs: 500, on: ['dead-letter'] },
      async () => (await indexLetters(ctx)) || NOTHING,
    ),
    startWoken('index-keys', { everyMs: 1000, idleMs: 3000 }, async () => (await indexKeys(ctx)) || NOTHING),
    start('look-ahead', LOOK_AHEAD_MS, async () => {
      for (const { loop, inMs } of await workAhead(ctx)) {
        loops.get(loop)?.wake(Math.max(0, inMs));
        // Only the first end is known: others may follow it before the next look ahead.
        if (loop === 'expire' && inMs < LOOK_AHEAD_MS) leasesEndUntilMs = performance.now() + 1.5 * LOOK_AHEAD_MS;
      }
      return false;
    }),
    // Before what was read a second ago counts as stale.
    start('compare-kept', 800, () => compareKept().then(isDone)),
    start('flush-history', HISTORY.fineStepMs / 2, () => flushHistory(ctx).then(isDone)),
    start('sample-history', HISTORY.fineStepMs / 2, () => sampleHistory(ctx).then(isDone)),
    start('roll-up-history', HISTORY.coarseStepMs / 2, () => rollUpHistory(ctx).then(isDone)),
    start('read-disk', 1000, () => readDisk(ctx).then(isDone)),
    start('read-limits', 1000, async () => {
      await readLevels(ctx);
      return false;
    }),
    start('probe-database', 500, () => probeDatabase(ctx).then(isDone)),
    start('evaluate-alarms', 10_000, async () => {
      await makeDefaultRules(ctx);
      await evaluateAlarms(ctx, { unwell: problems });
      return false;
    }),
    startWoken(
      'deliver-alarms',
      { everyMs: 1000, on: ['alarm'] },
      async () => (await deliverAlarms(ctx, alarms)) > 0 || NOTHING,
    ),
    start('check-audit', AUDIT_EVERY_MS, async () => {
      auditProblem = await checkAudit(ctx, anchors, givenAnchor);
      return false;
    }),
    start('prune-alarms', 600_000, () => pruneAlarms(ctx)),
    start('fold-dead-letter-counts', 10_000, () => foldDeadLetterCounts(ctx)),
    start('mend-dead-letter-counts', 600_000, () => mendDeadLetterCounts(ctx)),
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
