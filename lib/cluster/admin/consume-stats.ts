import type { AdminCall } from './call';
import { jsonOf, optional, pairsOf, recordOf, textOf, wholeOf } from './decode';

export interface QueueStats {
  readonly topic: string;
  readonly queueNo: number;
  /** Where the next message is stored. */
  readonly brokerOffset: number;
  /** Handed out for 5.x clients in the store of records, settled otherwise. Negative: none is stored. */
  readonly consumerOffset: number;
  readonly pullOffset: number;
  /** Store time of the message before consumerOffset; 0: none. */
  readonly lastTimestamp: number;
}

/** 208: where a group stands in each queue of a broker, its retry topics among them. Unknown groups have no rows. */
export const consumeStats: AdminCall<{ readonly group: string; readonly topic?: string }, readonly QueueStats[]> = {
  code: 208,
  name: 'GET_CONSUME_STATS',
  kind: 'read',
  timeoutMs: 10_000,
  ask: ({ group, topic }) => ({ fields: { consumerGroup: group, ...(topic !== undefined && { topic }) } }),
  read: ({ body }) =>
    pairsOf(recordOf(jsonOf(body), 'the offsets').offsetTable, 'offsetTable').map(([queue, value]) => {
      const offsets = recordOf(value, 'offsets of a queue');
      return {
        topic: textOf(queue.topic, 'topic'),
        queueNo: wholeOf(queue.queueId, 'queueId'),
        brokerOffset: wholeOf(offsets.brokerOffset, 'brokerOffset'),
        consumerOffset: wholeOf(offsets.consumerOffset, 'consumerOffset'),
        pullOffset: optional(wholeOf, offsets.pullOffset, 'pullOffset') ?? -1,
        lastTimestamp: wholeOf(offsets.lastTimestamp, 'lastTimestamp'),
      };
    }),
};
