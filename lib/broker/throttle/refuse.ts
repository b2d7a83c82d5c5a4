import { BrokerError } from '../../model/errors';
import type { Metrics } from '../../model/metrics';
import { DOCUMENTED_REPLY } from '../../model/throttle/limit';

export interface Throttling {
  /** Also the label `limit` of redrive_throttled_requests_total. */
  readonly limit: string;
  /** What the refused client is told instead of `limit`. */
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

/** A refusal that tells a client to wait: nothing was stored, nothing counted. Counted itself, by limit, topic and group. */
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

/** Who is refused at half of a rate reads why. */
export function sharedBy(nodes: number): string {
  return nodes === 1 ? '' : `, shared by ${nodes} nodes`;
}
