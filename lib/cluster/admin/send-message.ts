import { writeProperties } from '../wire/properties';
import { type AdminCall, ANSWER } from './call';
import { fieldWhole, DecodeError } from './decode';

export interface SendInput {
  readonly topic: string;
  readonly queueNo: number;
  readonly flag: number;
  readonly sysFlag: number;
  readonly bornMs: number;
  readonly properties: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Where the broker stored it. */
export interface SentTo {
  readonly queueNo: number;
  readonly offset: number;
  /** Address and place in the broker's log, hexadecimal. */
  readonly storeId: string;
}

/** Brokers name a sender in their logs and figures. */
const PRODUCER_GROUP = 'REDRIVE_CONSOLE';
/** What a send-back would have to exceed to be a dead letter at once: of a copy, never. */
const RETRIES_OF_A_COPY = 16;

/** 10: one message into one queue. Stored, and not yet on every disk or replica, counts as stored. */
export const sendMessage: AdminCall<SendInput, SentTo> = {
  code: 10,
  name: 'SEND_MESSAGE',
  kind: 'write',
  accepts: [ANSWER.flushDiskTimeout, ANSWER.slaveNotAvailable, ANSWER.flushSlaveTimeout],
  ask: ({ topic, queueNo, flag, sysFlag, bornMs, properties, body }) => ({
    fields: {
      ...{ producerGroup: PRODUCER_GROUP, topic, defaultTopic: 'TBW102', defaultTopicQueueNums: '1' },
      ...{ queueId: String(queueNo), sysFlag: String(sysFlag), bornTimestamp: String(bornMs), flag: String(flag) },
      ...{ properties: writeProperties(properties), reconsumeTimes: '0', unitMode: 'false', batch: 'false' },
      maxReconsumeTimes: String(RETRIES_OF_A_COPY),
    },
    body,
  }),
  read: ({ fields }) => {
    const storeId = fields.msgId ?? '';
    if (!/^[0-9A-Fa-f]{32,56}$/.test(storeId)) throw new DecodeError('msgId of the answer is no place in a log');
    return { queueNo: fieldWhole(fields, 'queueId'), offset: fieldWhole(fields, 'queueOffset'), storeId };
  },
};

/** The place in the broker's log, which is how some calls name a message. */
export function logOffsetOf(storeId: string): string {
  return BigInt(`0x${storeId.slice(-16)}`).toString();
}
