import { type AdminCall, ANSWER } from './call';
import { jsonOf, pairsOf, recordOf, wholeOf } from './decode';

export interface TopicQueue {
  readonly queueNo: number;
  readonly minOffset: number;
  readonly maxOffset: number;
  /** Store time of the newest message; 0: none. */
  readonly lastTimestamp: number;
}

/** 202: the queues of a topic at one broker; null: the topic is not there. */
export const topicStats: AdminCall<{ readonly topic: string }, readonly TopicQueue[] | null> = {
  code: 202,
  name: 'GET_TOPIC_STATS_INFO',
  kind: 'read',
  accepts: [ANSWER.topicNotFound],
  ask: ({ topic }) => ({ fields: { topic } }),
  read: ({ code, body }) =>
    code === ANSWER.topicNotFound
      ? null
      : pairsOf(recordOf(jsonOf(body), 'the queues').offsetTable, 'offsetTable').map(([queue, value]) => {
          const offsets = recordOf(value, 'offsets of a queue');
          return {
            queueNo: wholeOf(queue.queueId, 'queueId'),
            minOffset: wholeOf(offsets.minOffset, 'minOffset'),
            maxOffset: wholeOf(offsets.maxOffset, 'maxOffset'),
            lastTimestamp: wholeOf(offsets.lastUpdateTimestamp, 'lastUpdateTimestamp'),
          };
        }),
};
