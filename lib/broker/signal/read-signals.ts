import { keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import { ONLY_BROKER, type ReadSignal, sampledValue, type Signal, SIGNALS, signalsOf } from '../../model/signal/signal';
import { approvalWaitSeconds } from '../../store/queries/approval/approvals';
import { subscriptionDifferences } from '../../store/queries/client/subscriptions';
import { deadLetterExpiring } from '../../store/queries/dead-letter/dead-letter-expiring';
import { blockedCounts } from '../../store/queries/group-stats/blocked-keys';
import {
  brokerMarks,
  brokersUnwell,
  clusterPeers,
  groupStates,
  lettersNearRetention,
  peersAway,
  replicasBehind,
  stillQueues,
} from '../../store/queries/signal/cluster-numbers';
import {
  brokerUnwellSeconds,
  deadLetterAges,
  groupMoments,
  type SubjectMoment,
  type SubjectNumber,
  topicMoments,
  watchedGroups,
} from '../../store/queries/signal/signal-numbers';
import type { BrokerContext } from '../context';
import { engineOf } from '../engine-of';
import { readDeathsDue } from '../retry/deaths-due';

/** The values of a signal by subject; one that is missing is unknown. */
export type Values = ReadonlyMap<string, number | null>;

interface Asked {
  readonly ctx: BrokerContext;
  readonly now: Date;
  readonly windowMs: number;
  /** The samples of groups, read once for every signal. */
  readonly moments: (windowMs: number) => Promise<readonly SubjectMoment[]>;
}

type Reader = (asked: Asked) => Promise<readonly SubjectNumber[]>;

/** One number per subject, of signals whose value now is not in the samples. One that is missing does not compile. */
const READERS: { readonly [Name in ReadSignal]: Reader } = {
  // Of each cause: read-causes.ts.
  'dead-letters-of-cause': () => Promise.resolve([]),
  'dead-letter-age': ({ ctx, now }) => deadLetterAges(ctx.store.console, now),
  'deaths-due': async ({ ctx, now, windowMs }) => {
    const due = await readDeathsDue(ctx, now, windowMs);
    return await ofGroups(ctx, (groupId) => due.get(groupId) ?? 0);
  },
  'expiring-dead-letters': async ({ ctx, now, windowMs }) => {
    const keepMs = keepMsOf((await ctx.settings.refresh('dead-letter-retention')).value);
    // Kept for good, none of them expires.
    if (keepMs === null) return await ofGroups(ctx, () => 0);
    const rows = await deadLetterExpiring(ctx.store.console, now, keepMs, windowMs);
    return rows.map(({ group, count }) => ({ subject: group, value: count }));
  },
  'blocked-key': async ({ ctx, now }) => {
    const rows = await blockedCounts(ctx.store.console, now, null, false);
    const since = new Map(rows.map((row) => [row.groupId, row.since]));
    return await ofGroups(ctx, (groupId) => secondsSince(since.get(groupId), now));
  },
  // Counted with the consumers: without a count of these it is unknown.
  'subscriptions-differ': async ({ ctx, now, moments }) => {
    const rows = await subscriptionDifferences(ctx.store.console, now, null);
    const since = new Map(rows.map((row) => [row.group, row.since]));
    return (await moments(0)).map(({ subject, moment }) => ({
      ...{ subject, value: moment.levels?.consumers == null ? null : secondsSince(since.get(subject), now) },
    }));
  },
  refused: async ({ ctx, now, windowMs }) => valuesIn('refused', await topicMoments(ctx.store.console, now, windowMs)),
  'approval-waits': async ({ ctx, now }) => ofBroker(await approvalWaitSeconds(ctx.store.console, now)),
  'broker-health': async ({ ctx, now }) =>
    engineOf(ctx) === 'cluster'
      ? await brokersUnwell(ctx.store.console, now)
      : ofBroker(await brokerUnwellSeconds(ctx.store.console, now)),
  'brokers-differ': ({ ctx, now }) => groupStates(ctx.store.console, now, 'brokers-differ'),
  'group-missing': ({ ctx, now }) => groupStates(ctx.store.console, now, 'group-missing'),
  'letters-near-retention': ({ ctx, now, windowMs }) => lettersNearRetention(ctx.store.console, now, windowMs),
  'broker-away': ({ ctx, now }) => peersAway(ctx.store.console, now, 'broker'),
  'proxy-away': ({ ctx, now }) => peersAway(ctx.store.console, now, 'proxy'),
  'queue-still': ({ ctx, now }) => stillQueues(ctx.store.console, now),
  'replica-behind': ({ ctx, now }) => replicasBehind(ctx.store.console, now),
  'sends-refused': ({ ctx, now }) => brokerMarks(ctx.store.console, now, 'sends-refused'),
  'calls-refused': ({ ctx, now }) => brokerMarks(ctx.store.console, now, 'calls-refused'),
  disk: ({ ctx, now }) => brokerMarks(ctx.store.console, now, 'disk'),
};

/** What rules can be about, by kind. */
export async function alarmSubjects(ctx: BrokerContext) {
  const db = ctx.store.console;
  const [groups, topics] = await Promise.all([
    watchedGroups(db),
    db.query<{ name: string }>('SELECT name FROM topic WHERE deleted_at IS NULL ORDER BY name'),
  ]);
  const peers = engineOf(ctx) === 'cluster' ? await clusterPeers(db) : [{ kind: 'broker', name: ONLY_BROKER }];
  const names = {
    group: groups.map(({ name }) => name),
    topic: topics.rows.map(({ name }) => name),
    broker: peers.filter(({ kind }) => kind === 'broker').map(({ name }) => name),
    proxy: peers.filter(({ kind }) => kind === 'proxy').map(({ name }) => name),
  };
  return { groups, names };
}

/**
 * Groups, topics, causes or the broker: the subjects of a signal.
 * @param causes the causes that rules are about now
 */
export async function subjectsOf(
  ctx: BrokerContext,
  causes: readonly string[] = [],
): Promise<(signal: Signal) => readonly string[]> {
  const { groups, names } = await alarmSubjects(ctx);
  const engine = engineOf(ctx);
  // Of a cluster, where the group stands says so: no value is unknown.
  const subscribed = groups.filter((group) => engine === 'cluster' || group.subscribed).map(({ name }) => name);
  const told = new Set(signalsOf(engine));
  return (signal) => {
    if (!told.has(signal)) return [];
    const { ofBacklog, perCause, subject } = SIGNALS[signal];
    if (perCause) return causes;
    return ofBacklog ? subscribed : names[subject];
  };
}

/** Values at one moment: each is read once, however many ask. What cannot be read is unknown for all subjects. */
export function signalReader(ctx: BrokerContext, now: Date): (signal: Signal, windowMs: number) => Promise<Values> {
  const moments = readOnce((windowMs: number) => groupMoments(ctx.store.console, now, windowMs));
  const of = (signal: Signal): ((windowMs: number) => Promise<Values>) =>
    readOnce(async (windowMs: number) => {
      try {
        const rows = isOfGroupSamples(signal, windowMs)
          ? valuesIn(signal, await moments(SIGNALS[signal].window === 'past' ? windowMs : 0))
          : await READERS[signal]({ ctx, now, windowMs, moments });
        return new Map(rows.map(({ subject, value }) => [subject, value]));
      } catch (error) {
        ctx.log.warn({ error, signal }, 'an alarm could not read its value: it is unknown');
        return new Map<string, number | null>();
      }
    });
  const signals = readOnce(of);
  return (signal, windowMs) => signals(signal)(windowMs);
}

/** Else it is read from rows of the broker. */
function isOfGroupSamples(signal: Signal, windowMs: number): signal is Exclude<Signal, ReadSignal> {
  const { isSampled, sampledMs } = SIGNALS[signal];
  return isSampled || sampledMs === windowMs;
}

function valuesIn(signal: Signal, moments: readonly SubjectMoment[]): SubjectNumber[] {
  return moments.map(({ subject, moment }) => ({ subject, value: sampledValue(signal, moment) }));
}

async function ofGroups(ctx: BrokerContext, value: (groupId: number) => number): Promise<SubjectNumber[]> {
  const groups = await watchedGroups(ctx.store.console);
  return groups.map(({ groupId, name }) => ({ subject: name, value: value(groupId) }));
}

function ofBroker(value: number): SubjectNumber[] {
  return [{ subject: ONLY_BROKER, value }];
}

/** 0: not at all. */
function secondsSince(since: Date | undefined, now: Date): number {
  return since === undefined ? 0 : Math.max(0, now.getTime() - since.getTime()) / 1000;
}

function readOnce<Key, Answer>(read: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, Answer>();
  return (key) => {
    const answer = known.get(key) ?? read(key);
    known.set(key, answer);
    return answer;
  };
}
