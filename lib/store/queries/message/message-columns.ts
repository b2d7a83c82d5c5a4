import { PRIORITY_KEY } from '../../../model/limits';
import type { OutgoingMessage } from '../../../model/message/message';
import { bytesArray, optionalJsonArray, optionalTextArray, textArray, timeArray } from '../../binary-array';

export const KEY_SEPARATOR = '\u001f';

/**
 * Messages as the functions that store them take them: an array for each column. Bodies travel as one binary parameter:
 * text-form bytea doubles the bytes.
 */
export function messageColumns(messages: readonly OutgoingMessage[]) {
  return {
    messageIds: messages.map(({ messageId }) => messageId),
    tags: messages.map(({ tag }) => tag),
    keys: messages.map(({ keys }) => (keys.length === 0 ? null : keys.join(KEY_SEPARATOR))),
    bodyEncodings: messages.map(({ bodyEncoding }) => bodyEncoding),
    bornAts: messages.map(({ bornAt }) => bornAt),
    bornHosts: messages.map(({ bornHost }) => bornHost),
    traceContexts: messages.map(({ traceContext }) => traceContext),
    bodyBytes: messages.map(({ body }) => body.length),
    bodies: Buffer.concat(messages.map(({ body }) => body)),
  };
}

/** The same in binary form, for the functions of the usual case. */
export function batchColumns(messages: readonly OutgoingMessage[]) {
  return {
    messageIds: textArray(messages.map(({ messageId }) => messageId)),
    tags: optionalTextArray(messages.map(({ tag }) => tag)),
    messageGroups: optionalTextArray(messages.map(({ messageGroup }) => messageGroup)),
    keys: optionalTextArray(messages.map(({ keys }) => (keys.length === 0 ? null : keys.join(KEY_SEPARATOR)))),
    properties: optionalJsonArray(propertiesColumn(messages)),
    bodyEncodings: textArray(messages.map(({ bodyEncoding }) => bodyEncoding)),
    bornAts: timeArray(messages.map(({ bornAt }) => bornAt)),
    bornHosts: textArray(messages.map(({ bornHost }) => bornHost)),
    traceContexts: optionalTextArray(messages.map(({ traceContext }) => traceContext)),
    bodies: bytesArray(messages.map(({ body }) => body)),
  };
}

/** Null: it has none. */
export function propertiesColumn(messages: readonly OutgoingMessage[]): (string | null)[] {
  return messages.map(({ properties, priority }) => {
    const stored = priority === undefined ? properties : { ...properties, [PRIORITY_KEY]: String(priority) };
    return Object.keys(stored).length === 0 ? null : JSON.stringify(stored);
  });
}
