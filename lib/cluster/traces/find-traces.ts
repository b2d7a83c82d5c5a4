import { queryMessage } from '../admin/query-message';
import type { Cluster } from '../cluster';
import { presentTopics } from '../read/present-topics';
import { readFacts } from '../topology/read-facts';
import { type Answers, requireSome } from '../topology/answers';
import type { Lane } from '../topology/pace';
import { unpackMessage } from '../wire/unpack-message';
import { traceRecords } from '../wire/trace-records';
import { type FoundRecord, putTogether, type Traced } from './traced';

export interface TraceQuery {
  /** As clients call the message; trace messages have the ids of theirs as keys. */
  readonly messageId: string;
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

/** What 4.x clients traced of a message: one search of each broker's index. @throws BrokerError no broker answered */
export async function findTraces(
  cluster: Cluster,
  { messageId: key, fromMs, toMs }: TraceQuery,
  lane: Lane = 'page',
): Promise<FoundTraces> {
  const found: FoundRecord[] = [];
  const facts = await readFacts(cluster);
  const answers = requireSome(
    await cluster.gather(async (broker, ask) => {
      const own = facts.parts.find((part) => part.broker === broker)?.value.traceTopic;
      const topic = cluster.options.traceTopic ?? own;
      if (topic === undefined || !(await presentTopics(cluster, broker, ask)).has(topic)) return null;
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
