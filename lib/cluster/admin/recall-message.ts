import type { AdminCall } from './call';
import { refuseSystemTopic } from './system-names';

interface RecallInput {
  readonly broker: string;
  readonly topic: string;
  /** What clients call it. */
  readonly messageId: string;
  /** Within the slot of its delivery time. */
  readonly slotMs: number;
}

/**
 * 370: a marker beside a message with a delivery time, so that it is not delivered. The handle is the one that the
 * broker gave to its producer. Only where `recallMessageEnable` is set.
 */
export const recallMessage: AdminCall<RecallInput, void> = {
  code: 370,
  name: 'RECALL_MESSAGE',
  kind: 'write',
  ask: ({ broker, topic, messageId, slotMs }) => {
    refuseSystemTopic(topic);
    const handle = ['v1', topic, broker, String(slotMs + 1), messageId].join(' ');
    return {
      fields: { producerGroup: 'REDRIVE', topic, recallHandle: Buffer.from(handle).toString('base64url') },
    };
  },
  read: () => undefined,
};
