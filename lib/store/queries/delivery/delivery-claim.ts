import type { QueryResultRow } from 'pg';

import type { BodyEncoding } from '../../../model/message';
import type { MessageType } from '../../../model/topic';
import type { Queryable } from '../../queryable';

export interface ClaimReceiver {
  readonly want: number;
  readonly invisibleMs: number;
  readonly clientId: number;
  readonly autoRenew: boolean;
  readonly attemptId: string | null;
}

export interface ClaimedRow extends QueryResultRow {
  /** 1 = the first receiver of the call. */
  readonly receiver: number;
  readonly queue_id: number;
  readonly queue_no: number;
  readonly off: number;
  /** Set for a first delivery, with `bit_no`. */
  readonly lease_id: number | null;
  readonly bit_no: number | null;
  /** Set for a later delivery. */
  readonly epoch: number | null;
  readonly attempt: number;
  readonly generation: number;
  readonly expires_at: Date;
  readonly msg_id: string;
  readonly kind: MessageType;
  readonly tag: string | null;
  readonly mgroup: string | null;
  readonly keys: string[] | null;
  readonly props: Record<string, string> | null;
  readonly body_encoding: BodyEncoding;
  readonly born_at: Date;
  readonly born_host: string;
  readonly trace_context: string | null;
  readonly stored_at: Date;
  readonly body: Buffer;
}

export interface ClaimScope {
  readonly groupId: number;
  readonly topicId: number;
  /** Null: every message matches. */
  readonly tags: readonly string[] | null;
  /** Where to start looking, so that no queue is always first. */
  readonly firstQueueNo: number;
}

/** Serves waiting receives of an unordered group in one round trip. */
export async function deliveryClaim(
  db: Queryable,
  now: Date | null,
  scope: ClaimScope,
  receivers: readonly ClaimReceiver[],
  maxBytes: number,
): Promise<ClaimedRow[]> {
  const { rows } = await db.query<ClaimedRow>({
    name: 'delivery_claim',
    text: 'SELECT * FROM delivery_claim($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: claimValues(now, scope, receivers, maxBytes),
  });
  return rows;
}

/** What delivery_claim takes. */
export function claimValues(
  now: Date | null,
  scope: ClaimScope,
  receivers: readonly ClaimReceiver[],
  maxBytes: number,
): unknown[] {
  return [
    now,
    scope.groupId,
    scope.topicId,
    receivers.map(({ want }) => want),
    receivers.map(({ invisibleMs }) => invisibleMs),
    receivers.map(({ clientId }) => clientId),
    receivers.map(({ autoRenew }) => autoRenew),
    receivers.map(({ attemptId }) => attemptId),
    scope.tags,
    maxBytes,
    scope.firstQueueNo,
  ];
}
