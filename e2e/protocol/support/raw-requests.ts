import type { ReceiveMessageRequest } from '../../../lib/gateway/proto/wire';

/** Where a consumer stands. */
export interface Scene {
  readonly topic: string;
  readonly group: string;
}

/** 10 s is the least that the wire allows a simple consumer. */
export function receiveRequest(
  { topic, group }: Scene,
  rest: Partial<ReceiveMessageRequest> = {},
): ReceiveMessageRequest {
  return {
    group: { name: group },
    messageQueue: { topic: { name: topic } },
    batchSize: 32,
    invisibleDuration: { seconds: 10 },
    longPollingTimeout: { seconds: 5 },
    ...rest,
  };
}

export function ackRequest({ topic, group }: Scene, handles: readonly string[]): object {
  return {
    group: { name: group },
    topic: { name: topic },
    entries: handles.map((receiptHandle) => ({ messageId: 'm', receiptHandle })),
  };
}

export function changeRequest({ topic, group }: Scene, receiptHandle: string, seconds: number): object {
  return {
    group: { name: group },
    topic: { name: topic },
    messageId: 'm',
    receiptHandle,
    invisibleDuration: { seconds },
  };
}
