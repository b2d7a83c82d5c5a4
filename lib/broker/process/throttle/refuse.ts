import { BrokerError } from '../../../model/errors';
import type { Metrics } from '../../../model/metrics';
import { DOCUMENTED_REPLY } from '../../../model/throttle/limit';
import type { DiskLine } from './disk-line';

export interface Throttling {
  /** Also the label `limit` of redrive_throttled_requests_total. */
  readonly limit: string;
  /** The name that the refused client sees instead of `limit`. */
  readonly shownAs?: string;
  readonly limitValue: string;
  readonly value: string;
  /** The words of the original, by which operators and runbooks know it. */
  readonly says: string;
  readonly topic: string;
  readonly group?: string;
  readonly clientId?: string;
  readonly accessKey?: string | null;
}

/**
 * A refusal that makes a client wait: nothing was stored or counted. It is counted itself, by limit, topic and group.
 */
export function throttled(
  metrics: Metrics,
  { limit, shownAs = limit, limitValue, value, says, topic, group = '', clientId = '', accessKey }: Throttling,
): BrokerError {
  const who = { client_id: clientId, access_key: accessKey ?? '' };
  metrics.count('redrive_throttled_requests_total', { limit, topic, consumer_group: group, ...who });
  return new BrokerError(
    'too-many-requests',
    `${says}; ${shownAs} is ${value}, its limit ${limitValue} (${DOCUMENTED_REPLY}).`,
    { field: limit, limit: limitValue, value },
  );
}

/** A send for which there is no disk space. */
export function refusedForRoom(
  metrics: Metrics,
  disk: DiskLine,
  { topic, clientId = '', accessKey = null }: Pick<Throttling, 'topic' | 'clientId' | 'accessKey'>,
): BrokerError {
  const free = disk.bytes();
  return throttled(metrics, {
    limit: 'disk-free',
    limitValue: disk.isFull() ? 'room for the message' : `${disk.line} bytes`,
    value: free === null ? 'unknown' : `${free} bytes`,
    says: `the disk of the broker is ${disk.isFull() ? 'full' : 'nearly full'}`,
    topic,
    clientId,
    accessKey,
  });
}

/** Explains a refusal at a part of the configured rate. */
export function sharedBy(nodes: number): string {
  return nodes === 1 ? '' : `, shared by ${nodes} broker processes`;
}
