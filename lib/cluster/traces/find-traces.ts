import { brokerConfig } from '../admin/broker-config';
import { queryMessage } from '../admin/query-message';
import type { Ask, Cluster } from '../cluster';
import { presentTopics } from '../read/present-topics';
import { type Answers, requireSome } from '../topology/answers';
import type { Lane } from '../topology/pace';
import { unpackMessage } from '../wire/unpack-message';
import { traceRecords } from '../wire/trace-records';
import { type FoundRecord, putTogether, type Traced } from './traced';

export interface TraceQuery {
  /** Trace messages have the ids and the keys of their messages as keys. */
  readonly key: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface FoundTraces {
  /** Of each broker that answered: the topic that it keeps traces in; null: none, clients cannot trace there. */
  readonly answers: Answers<string | null>;
  /** Of this message and of messages that were traced together with it, in the order of time. */
  readonly traced: readonly Traced[];
}

/** Of one message at one broker: a send, and two for each delivery. */
const MOST_MESSAGES = 64;

const CONFIG_MS = 60_000;

/** As clients have it that are not set to another; the broker may have no such topic. */
async function ownTopic(cluster: Cluster, broker: string, ask: Ask): Promise<string> {
  return cluster.shared.read(`trace topic of ${broker}`, CONFIG_MS, async () => {
    const { msgTraceTopicName = 'RMQ_SYS_TRACE_TOPIC' } = await ask(brokerConfig, undefined);
    return msgTraceTopicName;
  });
}

/** What 4.x clients traced of a message: one search of each broker's index. @throws BrokerError no broker answered */
export async function findTraces(
  cluster: Cluster,
  { key, fromMs, toMs }: TraceQuery,
  lane: Lane = 'page',
): Promise<FoundTraces> {
  const found: FoundRecord[] = [];
  const answers = requireSome(
    await cluster.gather(async (broker, ask) => {
      const topic = cluster.options.traceTopic ?? (await ownTopic(cluster, broker, ask));
      if (!(await presentTopics(cluster, broker, ask)).has(topic)) return null;
      const messages = await ask(queryMessage, { topic, key, by: 'key', fromMs, toMs, most: MOST_MESSAGES });
      for (const message of messages) {
        const { bytes } = unpackMessage(message);
        const client = message.properties['__BORNHOST'] ?? message.bornHost.replace(/:\d+$/, '');
        for (const record of traceRecords(bytes)) found.push({ record, client, storedMs: message.storeTimestamp });
      }
      return topic;
    }, lane),
  );
  return { answers, traced: putTogether(found) };
}
