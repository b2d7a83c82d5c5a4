import type { QueryResultRow } from 'pg';

import type { BodyEncoding } from '../../../model/message/message';
import type { MessageType } from '../../../model/topic/topic';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

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

/** In the place of a first queue: the last queue is always first. */
export const BY_PRIORITY = -1;

export interface ClaimScope {
  readonly groupId: number;
  readonly topicId: number;
  /** Null: every message matches. */
  readonly tags: readonly string[] | null;
  /** Where to start looking, so that no queue is always first; or BY_PRIORITY. */
  readonly firstQueueNo: number;
}

export const DELIVERY_CLAIM = `delivery_claim(
  p_now => $now, p_group => $groupId, p_topic => $topicId, p_want => $wants, p_invisible_ms => $invisibleMs,
  p_client => $clientIds, p_auto_renew => $autoRenews, p_attempt_id => $attemptIds, p_tags => $tags,
  p_max_bytes => $maxBytes, p_first_queue => $firstQueueNo)`;

/** Serves waiting receives of an unordered group in one round trip. */
export async function deliveryClaim(
  db: Queryable,
  now: Date | null,
  scope: ClaimScope,
  receivers: readonly ClaimReceiver[],
  maxBytes: number,
): Promise<ClaimedRow[]> {
  const { rows } = await db.query<ClaimedRow>(
    sql(`SELECT * FROM ${DELIVERY_CLAIM}`, claimValues(now, scope, receivers, maxBytes), 'delivery_claim'),
  );
  return rows;
}

/** The parameters of DELIVERY_CLAIM. */
export function claimValues(
  now: Date | null,
  { groupId, topicId, tags, firstQueueNo }: ClaimScope,
  receivers: readonly ClaimReceiver[],
  maxBytes: number,
) {
  return { now, groupId, topicId, tags, maxBytes, firstQueueNo, ...receiversColumns(receivers) };
}

/** Receives as the claims take them: an array for each column. */
export function receiversColumns(receivers: readonly ClaimReceiver[]) {
  return {
    wants: receivers.map(({ want }) => want),
    invisibleMs: receivers.map(({ invisibleMs }) => invisibleMs),
    clientIds: receivers.map(({ clientId }) => clientId),
    autoRenews: receivers.map(({ autoRenew }) => autoRenew),
    attemptIds: receivers.map(({ attemptId }) => attemptId),
  };
}
