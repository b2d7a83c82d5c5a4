import type { AdminCall } from './call';
import { refuseSystemGroup } from './system-names';

export interface SendBackInput {
  readonly group: string;
  /** Of the stored message that is sent back, in the broker's log. */
  readonly logOffset: string;
  readonly originTopic: string;
  readonly originMessageId: string;
}

/** One second: the first of the broker's delay levels. */
const FIRST_LEVEL = 1;
const MOST_RETRIES = 1_000;

/** 36: the broker copies a stored message to the retry topic of a group, after a second. */
export const sendBack: AdminCall<SendBackInput, void> = {
  code: 36,
  name: 'CONSUMER_SEND_MSG_BACK',
  kind: 'write',
  ask: ({ group, logOffset, originTopic, originMessageId }) => {
    refuseSystemGroup(group);
    return {
      fields: {
        ...{ group, offset: logOffset, originTopic, originMsgId: originMessageId, unitMode: 'false' },
        ...{ delayLevel: String(FIRST_LEVEL), maxReconsumeTimes: String(MOST_RETRIES) },
      },
    };
  },
  read: () => undefined,
};
