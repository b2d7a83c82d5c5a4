import { BrokerError } from '../../model/errors';
import { BROKER_NAME } from './route';

export interface RecallTarget {
  readonly topic: string;
  readonly messageId: string;
  readonly deliverAt: Date;
}

const VERSION = 'v1';

/** "v1 topic broker milliseconds messageId" as base64url with padding. Source: RecallMessageHandle.HandleV1. */
export function encodeRecallHandle({ topic, messageId, deliverAt }: RecallTarget): string {
  const text = Buffer.from([VERSION, topic, BROKER_NAME, deliverAt.getTime(), messageId].join(' ')).toString(
    'base64url',
  );
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** @throws BrokerError illegal-recall-handle when it is not one of this broker and topic */
export function decodeRecallHandle(handle: string, topic: string): RecallTarget {
  const [version, ofTopic, broker, milliseconds = '', ...rest] = Buffer.from(handle, 'base64url').toString().split(' ');
  const messageId = rest.join(' ');
  if (version !== VERSION || !/^\d{1,15}$/.test(milliseconds) || messageId === '')
    throw refusal('is not valid', handle);
  // Decoding skips foreign characters; a handle that differs when encoded again was changed.
  if (Buffer.from(handle, 'base64url').toString('base64url') !== handle.replace(/={0,2}$/, ''))
    throw refusal('is not valid', handle);
  if (ofTopic !== topic) throw refusal(`is of topic ${ofTopic}, not of ${topic}`, handle);
  if (broker !== BROKER_NAME) throw refusal('is of another broker', handle);
  return { topic, messageId, deliverAt: new Date(Number(milliseconds)) };
}

function refusal(why: string, handle: string): BrokerError {
  return new BrokerError('illegal-recall-handle', `recallHandle ${why}.`, {
    field: 'recallHandle',
    limit: 'as the send answered it',
    value: handle.slice(0, 64),
  });
}
