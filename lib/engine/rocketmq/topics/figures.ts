import {
  listGroups,
  type QueueFigures,
  type QueuePosition,
  readersThatAnswer,
  readFacts,
  readPositions,
  readStoredAt,
  readTopic,
  readTopicFigures,
  type TopicFigures,
} from '../../../cluster';
import { isBrokerError } from '../../../model/errors';
import { bound, known, type ToldReading, unknown } from '../../../model/reading';
import type { Drain } from '../../../model/backlog/drain';
import type { LossOutlook, TopicGroupFigures, TopicInBrokers } from '../../port/topics';
import type { RocketmqContext } from '../context';
import { drainsOfCluster } from '../groups/drains';
import { type OutFlow, outFlow } from './out-flow';
import { type Reason, t } from '../../../model/language/t';

/** Each costs every broker a call. */
const MOST_GROUPS = 20;
/** Of one group: the queues with the most to read are looked into. */
const MOST_QUEUES = 16;
const HOUR_MS = 3_600_000;

/** What a topic holds at the brokers, how fast it moves, and which group the retention overtakes. */
export async function readFiguresInBrokers(ctx: RocketmqContext, topic: string): Promise<TopicInBrokers> {
  const { cluster } = ctx.engine;
  await readTopic(cluster, topic);
  const [figures, facts, readers, { groups }, drainOf] = await Promise.all([
    readTopicFigures(cluster, topic),
    readFacts(cluster),
    readersThatAnswer(cluster, topic),
    listGroups(cluster),
    drainsOfCluster(ctx),
  ]);
  const existing = new Set(groups.map(({ name }) => name));
  const names = [...new Set(readers.parts.flatMap(({ value }) => value))].filter((name) => existing.has(name));
  const retention = new Map(facts.parts.map(({ broker, value }) => [broker, value.retentionHours]));
  const shown = names.toSorted().slice(0, MOST_GROUPS);
  return {
    ...figures,
    queues: figures.queues.map((queue) => ({ ...queue, retentionHours: retention.get(queue.broker) ?? null })),
    groups: await Promise.all(
      shown.map((group) => figuresOfGroup(ctx, { topic, group, figures, retention, drain: drainOf(group).drain })),
    ),
    groupsLeft: names.length - shown.length,
  };
}

interface OfGroup {
  readonly topic: string;
  readonly group: string;
  readonly figures: TopicFigures;
  /** Hours, by broker; null: it does not say. */
  readonly retention: ReadonlyMap<string, number | null>;
  readonly drain: ToldReading<Drain>;
}

async function figuresOfGroup({ engine: { cluster } }: RocketmqContext, of: OfGroup): Promise<TopicGroupFigures> {
  const { topic, group, figures } = of;
  const { asOf } = figures;
  try {
    const { positions, silent } = await readPositions(cluster, { group, topic });
    const queues = figures.queues.flatMap((queue) => {
      const position = positions.find(({ broker, queueNo }) => broker === queue.broker && queueNo === queue.queueNo);
      return position === undefined ? [] : [{ ...queue, position, unread: queue.endOffset - position.offset }];
    });
    const why = [...silent, ...figures.silent].map(({ broker }) => t('{broker} does not respond', { broker }))[0];
    const sum = (count: (queue: (typeof queues)[number]) => number): ToldReading<number> => {
      const total = queues.reduce((rest, queue) => rest + Math.max(0, count(queue)), 0);
      if (queues.length === 0) return unknown(t('the group has no offset in this topic'));
      return why === undefined ? known(total, asOf) : bound('atLeast', total, asOf, why);
    };
    const flow = outFlow(cluster, { group, topic, positions }, asOf);
    return {
      group,
      behind: sum(({ unread }) => unread),
      removedUnread: sum(({ minOffset, position }) => minOffset - position.offset),
      outPerSecond: flow.perSecond,
      loss: await lossOf(of, queues, {
        ...{ isStuck: flow.isStuck, storedAt: (place) => readStoredAt(cluster, { ...place, topic }, 1, asOf) },
      }),
    };
  } catch (error) {
    if (!isBrokerError(error) || error.code !== 'unavailable') throw error;
    const none = unknown<never, Reason>(error.reason);
    return { group, behind: none, removedUnread: none, outPerSecond: none, loss: none };
  }
}

type Unread = QueueFigures & { readonly position: QueuePosition; readonly unread: number };
type Place = Pick<QueuePosition, 'broker' | 'queueNo' | 'offset'>;

interface Facts extends Pick<OutFlow, 'isStuck'> {
  readonly storedAt: (place: Place) => Promise<ToldReading<string | null>>;
}

/**
 * The earliest moment at which a broker may remove a message that the group has not read. It catches up only if it is
 * done before that moment, and each of its queues moves.
 */
export async function lossOf(
  { retention, drain, figures }: Pick<OfGroup, 'retention' | 'drain' | 'figures'>,
  queues: readonly Unread[],
  { isStuck, storedAt }: Facts,
): Promise<ToldReading<LossOutlook>> {
  const { asOf } = figures;
  if (queues.length === 0) return unknown(t('the group has no offset in this topic'));
  const behind = queues.filter(({ unread, stored }) => unread > 0 && stored > 0);
  if (behind.length === 0) return known({ kind: 'none' }, asOf);
  const byUnread = behind.toSorted((a, b) => b.unread - a.unread);
  const looked = byUnread.slice(0, MOST_QUEUES);
  const times = await Promise.all(
    looked.map(async ({ broker, queueNo, position, minOffset }) => {
      const hours = retention.get(broker) ?? null;
      if (hours === null) return unknown<never>(t('{broker} does not report its retention', { broker }));
      const at = await storedAt({ broker, queueNo, offset: Math.max(position.offset, minOffset) });
      if (at.kind === 'unknown' || at.value === null)
        return unknown<never>(
          t('the age of the messages in {broker} queue {queue} is unknown', { broker, queue: queueNo }),
        );
      const storedMs = Date.parse(at.value);
      const loss = { broker, queueNo, at: new Date(storedMs + hours * HOUR_MS).toISOString() };
      return known({ loss, stuck: isStuck({ broker, queueNo }, storedMs) }, asOf);
    }),
  );
  const unclear = times.find(({ kind }) => kind === 'unknown');
  if (unclear !== undefined && unclear.kind === 'unknown') return unclear;
  const losses = times
    .flatMap((time) => (time.kind === 'unknown' ? [] : [time.value]))
    .toSorted((a, b) => (a.loss.at < b.loss.at ? -1 : 1));
  const first = losses[0]?.loss;
  if (first === undefined) return known({ kind: 'none' }, asOf);
  if (drain.kind === 'unknown') return known({ ...first, kind: 'unless-read' }, asOf);
  const doneMs = doneIn(drain.value);
  if (doneMs === null || Date.parse(asOf) + doneMs > Date.parse(first.at))
    return known({ ...first, kind: 'loses' }, asOf);
  const still = losses.find(({ stuck }) => stuck === true)?.loss;
  if (still !== undefined) return known({ ...still, kind: 'loses' }, asOf);
  // Of the others the age of what they read next is not known.
  const allMove =
    losses.every(({ stuck }) => stuck === false) &&
    byUnread.slice(MOST_QUEUES).every((queue) => isStuck(queue, Number.NEGATIVE_INFINITY) === false);
  return known({ ...first, kind: allMove ? 'catches-up' : 'unless-read' }, asOf);
}

/** Null: never, at the rates of now. */
function doneIn(drain: Drain): number | null {
  if (drain.kind === 'empty') return 0;
  return drain.kind === 'drains' ? drain.ms : null;
}
