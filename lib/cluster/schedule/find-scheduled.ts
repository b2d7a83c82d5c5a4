import { setTimeout as sleep } from 'node:timers/promises';
import { BrokerError } from '../../model/errors';
import { brokerConfig } from '../admin/broker-config';
import { queryMessage } from '../admin/query-message';
import { recallMessage } from '../admin/recall-message';
import { runtimeInfo } from '../admin/runtime-info';
import type { Ask, Cluster } from '../cluster';
import { readTopic } from '../read/read-topics';
import { WHEEL_TOPIC } from '../redrive/pop-record';
import { SCHEDULE_TOPIC } from '../redrive/tails';
import { type Answers, requireSome } from '../topology/answers';
import type { BrokerFacts } from '../topology/facts';
import { brokerTimeMs, readFacts } from '../topology/read-facts';
import { type ScheduledAtBroker, scheduledOf } from './scheduled';
import { WheelEntries } from './wheel-entries';
import { told } from '../../model/language/t';

const AHEAD_MS = 86_400_000;
/** Of one topic, the newest: defaultQueryMaxNum of brokers. */
const MOST = 32;
/** Brokers write their index files a moment after the message. */
const LOOK_AGAIN_MS = 250;
const LOOKS = 24;

/** A message that was scheduled, and what came of it. */
export interface FoundScheduled extends ScheduledAtBroker {
  /** due: its time has come; delivered: it is in its topic. */
  readonly state: 'waiting' | 'due' | 'delivered' | 'recalled';
  /** With a delivery time, or one of the delay levels of 4.x clients, which nothing recalls. */
  readonly by: 'time' | 'level';
  /** Of the timer; null: it waits by a level. */
  readonly slotMs: number | null;
  /** Null: it is not recalled. */
  readonly recalledAt: string | null;
}

/**
 * One message by its id, from the index files of the brokers: within their retention, however many others wait.
 * @throws BrokerError topic-not-found, unavailable
 */
export async function findScheduled(
  cluster: Cluster,
  { topic, messageId }: { readonly topic: string; readonly messageId: string },
): Promise<Answers<readonly FoundScheduled[]>> {
  await readTopic(cluster, topic);
  const known = new Map(requireSome(await readFacts(cluster)).parts.map(({ broker, value }) => [broker, value]));
  return requireSome(
    await cluster.gather(async (broker, ask) => {
      const facts = known.get(broker);
      return facts === undefined ? [] : await findAtBroker(cluster, ask, { broker, facts, topic, messageId });
    }),
  );
}

interface Wanted {
  readonly broker: string;
  readonly facts: BrokerFacts;
  readonly topic: string;
  readonly messageId: string;
}

async function findAtBroker(cluster: Cluster, ask: Ask, wanted: Wanted): Promise<readonly FoundScheduled[]> {
  const { broker, facts, topic, messageId } = wanted;
  const info = await ask(runtimeInfo, undefined);
  const nowMs = brokerTimeMs(info) ?? cluster.options.now().getTime();
  const search = async (inTopic: string) => {
    const asked = { topic: inTopic, key: messageId, by: 'uniqueId', fromMs: 0, toMs: nowMs + AHEAD_MS } as const;
    const found = await ask(queryMessage, { ...asked, most: MOST });
    return found.filter(({ properties }) => properties['UNIQ_KEY'] === messageId);
  };
  // A broker searches its disk for one of these at a time.
  const [wheel, levels, own] = [await search(WHEEL_TOPIC), await search(SCHEDULE_TOPIC), await search(topic)];
  const { precisionMs } = facts.timer;
  const entries = new WheelEntries({ broker, topic, precisionMs });
  for (const message of wheel.toSorted((a, b) => a.queueOffset - b.queueOffset)) entries.see(message);
  const timed = entries
    .all(nowMs - (nowMs % precisionMs))
    .map(({ item, slotMs, state, recalledMs }): FoundScheduled => ({
      ...{ ...item, slotMs, by: 'time' },
      recalledAt: recalledMs === null ? null : new Date(recalledMs).toISOString(),
      state: state === 'due' && own.length > 0 ? 'delivered' : state,
    }));
  const delayed = levels.flatMap((message): readonly FoundScheduled[] => {
    if (message.properties['REAL_TOPIC'] !== topic) return [];
    const dueMs = message.storeTimestamp + (facts.delayLevelsMs[message.queueId] ?? 0);
    const item = scheduledOf(message, { broker, topic, dueMs, takenMs: message.storeTimestamp });
    const state = own.length > 0 ? 'delivered' : dueMs > nowMs ? 'waiting' : 'due';
    return [{ ...item, slotMs: null, recalledAt: null, by: 'level', state }];
  });
  return [...timed, ...delayed];
}

/**
 * A message with a delivery time is not delivered: a marker is written beside it, as for its producer, and read back.
 * @param record runs when nothing more keeps it from being sent
 * @returns what is recalled, and whether that was before
 * @throws BrokerError message-not-found, message-type-conflict, recall-too-late, conflict: the broker takes no recalls
 */
export async function recallScheduled(
  cluster: Cluster,
  wanted: { readonly topic: string; readonly messageId: string },
  record: (waiting: readonly FoundScheduled[]) => Promise<void>,
): Promise<{ readonly changed: boolean; readonly items: readonly FoundScheduled[] }> {
  const found = (await findScheduled(cluster, wanted)).parts.flatMap(({ value }) => value);
  const waiting = found.filter(({ state, by }) => state === 'waiting' && by === 'time');
  if (waiting.length === 0) {
    const before = found.filter(({ state }) => state === 'recalled');
    if (before.length > 0) return { changed: false, items: before };
    return refuse(wanted, found);
  }
  for (const { broker } of waiting) {
    // As of now: facts are a minute old.
    const config = await cluster.ask(broker, brokerConfig, undefined);
    if (config.recallMessageEnable !== 'true')
      throw new BrokerError(
        'conflict',
        told('{broker} does not accept recalls because recallMessageEnable is false.', { broker }),
        {
          ...{ field: 'messageId', limit: 'recallMessageEnable=true', value: wanted.messageId },
        },
      );
  }
  await record(waiting);
  for (const { broker, slotMs } of waiting)
    await cluster.ask(broker, recallMessage, { ...wanted, broker, slotMs: slotMs ?? 0 });
  cluster.shared.forget(`scheduled ${wanted.topic}`);
  return { changed: true, items: await readBack(cluster, wanted, waiting) };
}

/** The marker is found beside each. @throws BrokerError unavailable */
async function readBack(
  cluster: Cluster,
  wanted: { readonly topic: string; readonly messageId: string },
  waiting: readonly FoundScheduled[],
): Promise<readonly FoundScheduled[]> {
  for (let look = 0; look < LOOKS; look += 1) {
    const now = (await findScheduled(cluster, wanted)).parts.flatMap(({ value }) => value);
    const done = now.filter(
      ({ broker, slotMs, state }) =>
        state === 'recalled' && waiting.some((one) => one.broker === broker && one.slotMs === slotMs),
    );
    if (done.length >= waiting.length) return done;
    await sleep(LOOK_AGAIN_MS);
  }
  const brokers = waiting.map(({ broker }) => broker);
  throw new BrokerError(
    'unavailable',
    told('The recall was accepted ({brokers}), but its marker was not found yet. Search again.', { brokers }),
  );
}

function refuse(
  { messageId, topic }: { readonly topic: string; readonly messageId: string },
  found: readonly FoundScheduled[],
): never {
  const detail = { field: 'messageId', value: messageId };
  if (found.some(({ by, state }) => by === 'level' && state === 'waiting'))
    throw new BrokerError(
      'message-type-conflict',
      told('Message {messageId} is scheduled by a delay level, which cannot be recalled.', { messageId }),
      {
        ...{ ...detail, limit: 'a message with a delivery time' },
      },
    );
  if (found.length > 0)
    throw new BrokerError(
      'recall-too-late',
      told('Message {messageId} has already been delivered to its topic and cannot be recalled.', { messageId }),
      {
        ...{ ...detail, limit: 'before its delivery time' },
      },
    );
  throw new BrokerError(
    'message-not-found',
    told('No message {messageId} is scheduled on topic {topic}.', { messageId, topic }),
    detail,
  );
}
