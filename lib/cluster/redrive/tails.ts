import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { RedriveWay } from '../../model/redrive/redrive-way';
import { topicStats } from '../admin/topic-stats';
import type { Ask, Cluster } from '../cluster';
import { deadLetterTopic } from '../read/retry-topic';
import type { BrokerFacts } from '../topology/facts';
import { readFacts } from '../topology/read-facts';
import { reviveTopic, WHEEL_TOPIC } from './pop-record';
import { targetOf } from './send-copy';
import { endOf, type TailPlace } from './tail';
import type { Sight } from './verdict';

export const SCHEDULE_TOPIC = 'SCHEDULE_TOPIC_XXXX';
/** Before the key of a tail where only deaths are looked for. */
export const ANY_BROKER = '*';

export interface WatchPlan {
  readonly group: string;
  readonly way: RedriveWay;
  readonly lineage: string;
  /** Where letters of it lie, and the topics that they were sent to. */
  readonly brokers: readonly { readonly broker: string; readonly topics: readonly string[] }[];
  /** By "broker topic queue": how far each tail was when nothing had been sent. What is not in it begins at 0. */
  readonly starts: Readonly<Record<string, number>>;
}

/** How each kind of group tells the outcome of a copy. */
export function sightOf(
  way: RedriveWay,
  { popStore, mergesPopRecords }: Pick<BrokerFacts, 'popStore' | 'mergesPopRecords'>,
): Sight {
  if (way === 'topic') return 'bound';
  if (way !== 'pop-retry') return 'classic';
  // The committed offset of a broker with a store of its own passes a message that failed, before its next copy is
  // there, and one that is held for some seconds (PopConsumerService, PopConsumerCache of the original).
  return popStore === 'records' && !mergesPopRecords ? 'records' : 'bound';
}

/**
 * How far every tail is now: kept before the first copy is sent, so that nothing of it is missed after a crash.
 * @throws BrokerError unavailable: a broker does not answer
 */
export async function markStarts(
  cluster: Cluster,
  plan: Omit<WatchPlan, 'starts'>,
): Promise<Readonly<Record<string, number>>> {
  const { parts, silent } = await readFacts(cluster);
  const facts = new Map(parts.map(({ broker, value }) => [broker, value]));
  const starts: Record<string, number> = {};
  for (const place of await otherDeaths(cluster, plan, [])) {
    // A broker that does not answer is read from its beginning later.
    const end = await endOf(place.ask, place).catch(() => null);
    if (end !== null) starts[place.key] = end;
  }
  for (const { broker, topics } of plan.brokers) {
    const known = facts.get(broker);
    const ask: Ask = (call, input) => cluster.ask(broker, call, input);
    if (known === undefined) {
      const why = silent.find((one) => one.broker === broker)?.reason ?? told('it is not known');
      throw new BrokerError('unavailable', told('{broker} did not respond: {reason}.', { reason: why, broker }));
    }
    for (const place of await tailsOf(cluster, plan, { broker, topics, facts: known, ask })) {
      starts[keyOf(broker, place)] = await endOf(ask, place);
    }
  }
  return starts;
}

export interface At {
  readonly broker: string;
  readonly topics: readonly string[];
  readonly facts: BrokerFacts;
  readonly ask: Ask;
}

export async function tailsOf(
  cluster: Cluster,
  { group, way }: Pick<WatchPlan, 'group' | 'way'>,
  { broker, topics, facts, ask }: At,
): Promise<readonly TailPlace[]> {
  const queuesOf = async (topic: string): Promise<readonly TailPlace[]> =>
    ((await ask(topicStats, { topic })) ?? []).map(({ queueNo }) => ({ topic, queueNo }));
  const count = (topic: string, queues: number): readonly TailPlace[] =>
    Array.from({ length: queues }, (_, queueNo) => ({ topic, queueNo }));
  const copies = [...new Set(topics.map((topic) => targetOf(way, { group, topic })))];
  const retries = (await Promise.all(copies.map(queuesOf))).flat();
  const dead = { topic: deadLetterTopic(group), queueNo: 0 };
  const sight = sightOf(way, facts);
  if (sight === 'classic') return [...retries, ...count(SCHEDULE_TOPIC, facts.delayLevelsMs.length), dead];
  if (sight !== 'records') return [...retries, dead];
  const { brokers } = await cluster.topology();
  const revive = reviveTopic(brokers.find(({ name }) => name === broker)?.cluster ?? '');
  // Copies first: a record is of a copy that was stored before it.
  return [...retries, dead, ...count(WHEEL_TOPIC, 1), ...count(revive, facts.reviveQueues)];
}

export function diesAnywhere(way: RedriveWay): boolean {
  return way === 'classic-retry' || way === 'send-back';
}

export interface OtherDeaths extends TailPlace {
  readonly key: string;
  readonly ask: Ask;
}

/**
 * A 4.x client that gives a message up sends it itself, to any broker: its death may be on one where no letter of the
 * run lies. Of all brokers but these, also of brokers that are away.
 */
export async function otherDeaths(
  cluster: Cluster,
  { group, way }: Pick<WatchPlan, 'group' | 'way'>,
  except: readonly string[],
): Promise<readonly OtherDeaths[]> {
  if (!diesAnywhere(way)) return [];
  const { brokers } = await cluster.topology();
  const place = { topic: deadLetterTopic(group), queueNo: 0 };
  return brokers
    .filter(({ name }) => !except.includes(name))
    .map(({ name }) => ({
      ...{ ...place, key: `${ANY_BROKER} ${keyOf(name, place)}` },
      ask: (call, input) => cluster.ask(name, call, input),
    }));
}

export function keyOf(broker: string, { topic, queueNo }: TailPlace): string {
  return `${broker} ${topic} ${queueNo}`;
}
