import { browse, type Cluster, findTraces, type MessageCopy, type SilentBroker } from '../../../cluster';
import { isBrokerError } from '../../../model/errors';
import { traceContextOf } from '../../../model/message/trace-context';
import { foundOf } from '../messages/found';

/** Clocks of brokers may be ahead of ours. */
const AHEAD_MS = 86_400_000;
const MOST_SHOWN = 100;

export interface OfTrace {
  readonly copies: readonly MessageCopy[];
  readonly compared: { readonly messages: number; readonly left: number };
  readonly brokers: { readonly answered: number; readonly silent: readonly SilentBroker[] };
}

/** The newest messages of a topic that belong to a trace. @throws BrokerError unavailable */
export async function messagesOfTrace(cluster: Cluster, topic: string, traceId: string): Promise<OfTrace> {
  const { messages, checked, left, answered, silent } = await browse(cluster, {
    ...{ topic, most: MOST_SHOWN },
    matches: ({ properties }) =>
      traceContextOf({ traceContext: properties['TRACE_CONTEXT'] ?? null, properties })?.traceId === traceId,
  });
  const copies = messages.map(({ broker, message }): MessageCopy => {
    const { messageId, queueNo, offset, storedAt, tag, keys, bodyBytes } = foundOf(broker, message);
    return {
      ...{ broker, topic, role: 'sent', group: null, queueNo, offset, storedAt: storedAt.toISOString() },
      ...{ messageId, tag, keys, bodyBytes, reconsumeTimes: message.reconsumeTimes, firstDeliveredAt: null },
    };
  });
  return { copies, compared: { messages: checked, left }, brokers: { answered: answered.length, silent } };
}

/** Where a 4.x producer that traces sent the message with this id or key; null: no such trace, or it cannot be read. */
export async function tracedTopic(cluster: Cluster, key: string): Promise<string | null> {
  const toMs = cluster.options.now().getTime() + AHEAD_MS;
  try {
    const { traced } = await findTraces(cluster, { key, fromMs: 0, toMs });
    return traced.flatMap((each) => (each.kind === 'sent' && each.topic !== '' ? each.topic : []))[0] ?? null;
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    return null;
  }
}
