import { joined, type Reason, told } from '../../model/language/t';
import { type RuntimeInfo, runtimeInfo } from '../admin/runtime-info';
import type { Ask, Cluster } from '../cluster';
import { readTopic } from '../read/read-topics';
import { mapAnswers, requireSome, sumFound } from '../topology/answers';
import type { BrokerFacts } from '../topology/facts';
import { brokerTimeMs, readFacts } from '../topology/read-facts';
import { MOST_OF_LEVELS, readLevels } from './read-levels';
import { readWheel } from './read-wheel';
import { type ScheduledAtBroker, type ScheduledMessages, scheduledOf } from './scheduled';
import { WheelEntries } from './wheel-entries';

const SHARED_MS = 10_000;
/** Of one broker: what its 5.x clients are handed out is in the log of its timer too. */
const MOST = { ofLevels: MOST_OF_LEVELS, ofTimer: 12_800 };
/** A broker takes messages into its timer some moments after it stored them. */
const SLACK_MS = 600_000;
/** A broker that is busy is this late now and then. */
const LATE_SECONDS = 5;

interface OfBroker {
  readonly items: readonly ScheduledAtBroker[];
  readonly leftWhy: Reason | null;
  readonly lateSeconds: number;
}

/**
 * What waits on a topic for its time, at every broker. Costs up to 600 reads of each: for one topic and a person who
 * asks, never for a list; who asks within 10 s shares it. @throws BrokerError topic-not-found, unavailable
 */
export async function readScheduledMessages(cluster: Cluster, topic: string, most = MOST): Promise<ScheduledMessages> {
  await readTopic(cluster, topic);
  return cluster.shared.read(`scheduled ${topic}`, SHARED_MS, async () => {
    const known = new Map(requireSome(await readFacts(cluster)).parts.map(({ broker, value }) => [broker, value]));
    const answers = requireSome(
      await cluster.gather(async (broker, ask): Promise<OfBroker> => {
        const facts = known.get(broker);
        if (facts === undefined)
          return { items: [], lateSeconds: 0, leftWhy: told('the configuration of {broker} is unknown', { broker }) };
        const info = await ask(runtimeInfo, undefined);
        const nowMs = brokerTimeMs(info) ?? cluster.options.now().getTime();
        return readBroker(ask, { broker, topic, facts, info, nowMs, most });
      }),
    );
    const found = mapAnswers(answers, ({ items, leftWhy }) => ({ count: items.length, leftWhy }));
    return {
      ...{ asOf: answers.asOf, silent: answers.silent, waiting: sumFound(found) },
      items: answers.parts.flatMap(({ value }) => value.items).toSorted(bySoonest),
      notes: answers.parts.flatMap(({ broker, value: { leftWhy, lateSeconds } }) => [
        ...(leftWhy === null ? [] : [told('Not everything was read: {reason}.', { reason: leftWhy })]),
        ...(lateSeconds < LATE_SECONDS
          ? []
          : [told('{broker} delivers timed messages {seconds, number} s late.', { broker, seconds: lateSeconds })]),
      ]),
    };
  });
}

interface At {
  readonly broker: string;
  readonly topic: string;
  readonly facts: BrokerFacts;
  readonly info: RuntimeInfo;
  readonly nowMs: number;
  readonly most: typeof MOST;
}

async function readBroker(ask: Ask, { broker, topic, facts, info, nowMs, most }: At): Promise<OfBroker> {
  const items: ScheduledAtBroker[] = [];
  const leftOfLevels = await readLevels(ask, { facts, info, most: most.ofLevels }, (message, dueMs) => {
    if (message.properties['REAL_TOPIC'] !== topic) return;
    items.push(scheduledOf(message, { broker, topic, dueMs, takenMs: message.storeTimestamp }));
  });
  const { windowMs, precisionMs, isInRocks } = facts.timer;
  const lateSeconds = /^\d{1,9}$/.test(info['timerReadBehind'] ?? '') ? Number(info['timerReadBehind']) : 0;
  const entries = new WheelEntries({ broker, topic, precisionMs });
  const sinceMs = nowMs - lateSeconds * 1_000 - windowMs - SLACK_MS;
  const leftOfWheel = await readWheel(ask, { sinceMs, most: most.ofTimer }, (message) => entries.see(message));
  const readToMs = nowMs - lateSeconds * 1_000;
  items.push(...entries.waitingAt(readToMs - (readToMs % precisionMs)));
  const reasons = [
    ...(leftOfLevels === 0
      ? []
      : [
          told('{left, number} delayed messages and retries of all topics on {broker}', { left: leftOfLevels, broker }),
        ]),
    ...(leftOfWheel === 0
      ? []
      : [told('{left, number} older timer records of {broker}', { left: leftOfWheel, broker })]),
    ...(isInRocks ? [told('{broker} keeps its timer in a store that cannot be read', { broker })] : []),
  ];
  return { items, lateSeconds, leftWhy: reasons.length === 0 ? null : joined(reasons) };
}

/** The place in the list, also of one that came or went since. */
export function orderOf({ dueAt, broker, messageId }: ScheduledAtBroker): string {
  return `${dueAt} ${broker} ${messageId}`;
}

function bySoonest(a: ScheduledAtBroker, b: ScheduledAtBroker): number {
  const [first, second] = [orderOf(a), orderOf(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}
