import type { AdminCall } from './call';
import { jsonOf, pairsOf, recordOf, textOf, wholeOf } from './decode';
import { refuseSystemGroup, refuseSystemTopic } from './system-names';

/** The end of the queue in place of a time. */
export const TO_THE_END = -1;

export interface ResetQueue {
  readonly topic: string;
  readonly queueNo: number;
  readonly offset: number;
}

/** 222: a group goes on from a time in a topic of one broker, online or not. */
export const resetGroupOffset: AdminCall<
  { readonly group: string; readonly topic: string; readonly atMs: number },
  readonly ResetQueue[]
> = {
  code: 222,
  name: 'INVOKE_BROKER_TO_RESET_OFFSET',
  kind: 'write',
  timeoutMs: 10_000,
  ask: ({ group, topic, atMs }) => {
    refuseSystemGroup(group);
    refuseSystemTopic(topic);
    return { fields: { group, topic, timestamp: String(atMs), isForce: 'true' } };
  },
  read: ({ body }) =>
    pairsOf(recordOf(jsonOf(body), 'the offsets').offsetTable, 'offsetTable').map(([queue, offset]) => ({
      topic: textOf(queue.topic, 'topic'),
      queueNo: wholeOf(queue.queueId, 'queueId'),
      offset: wholeOf(offset, 'offset'),
    })),
};

interface QueuePosition {
  readonly group: string;
  readonly topic: string;
  readonly queueNo: number;
  readonly offset: number;
}

/**
 * 222 for one queue: the group goes on from an offset. A broker refuses one that it does not keep. Another kind resets
 * whole topics alone, by a time: to it this is an unforced reset to the end, which moves nothing.
 */
export const resetQueueOffset: AdminCall<QueuePosition, void> = {
  code: 222,
  name: 'INVOKE_BROKER_TO_RESET_OFFSET',
  kind: 'write',
  timeoutMs: 10_000,
  ask: ({ group, topic, queueNo, offset }) => {
    refuseSystemGroup(group);
    refuseSystemTopic(topic);
    return {
      fields: {
        ...{ group, topic, queueId: String(queueNo), offset: String(offset) },
        ...{ timestamp: String(TO_THE_END), isForce: 'false' },
      },
    };
  },
  read: () => undefined,
};
