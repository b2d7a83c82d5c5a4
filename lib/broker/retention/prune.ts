import { broadcastDrop } from '../../store/queries/broadcast/broadcast-drop';
import {
  historyPrune,
  segmentBehind,
  segmentDrop,
  segmentEnter,
  segmentOpen,
} from '../../store/queries/retention/segments';
import { discardedExpire } from '../../store/queries/dead-letter/discarded-letter';
import { expiredLetterPrune } from '../../store/queries/dead-letter/expired-letter';
import { letterTextPrune } from '../../store/queries/dead-letter/letter-text';
import { letterUnpackedPrune } from '../../store/queries/dead-letter/letter-unpacked';
import { LITE_CLIENTS, liteLeaveSilent } from '../../store/queries/lite/lite-subscribe';
import { liteTopicExpire } from '../../store/queries/lite/lite-topic-expire';
import { halfPrune } from '../../store/queries/half-message/half-prune';
import { scheduledPrune } from '../../store/queries/schedule/scheduled-prune';
import { LIMITS } from '../../model/limits';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';
import { expireDeadLetters } from './expire-dead-letters';

/** "Last seen" of members is exact to a minute; a client that pauses for less than this keeps its position. */
export const MEMBER_GONE_MIN_MS = 600_000;

export interface RetentionPolicy {
  /**
   * How long a message is kept after its segment closed, milliseconds. Default 72 h, as the original's
   * `fileReservedTime`.
   */
  readonly retentionMs: number;
  /** How long a segment takes messages, milliseconds; also the shortest time in which a repeated id is recognised. */
  readonly segmentMs: number;
  /**
   * A member of a broadcast group is removed when its client was gone this long, milliseconds, at least 10 minutes.
   * Default: the retention.
   */
  readonly memberGoneMs?: number | undefined;
}

const SEGMENT_MS = 6 * 3_600_000;
/**
 * Each session of the database keeps plans over all segments, 200 KB for each of them, and locks them all for a
 * statement: a longer retention has longer segments instead of more.
 */
const MOST_SEGMENTS = 24;

export function retentionOf(retentionMs: number, memberGoneMs?: number): RetentionPolicy {
  return { retentionMs, memberGoneMs, segmentMs: Math.max(SEGMENT_MS, Math.ceil(retentionMs / MOST_SEGMENTS)) };
}

export const DEFAULT_RETENTION = retentionOf(72 * 3_600_000);

const PRUNE_LIMIT = 5000;
const MEMBER_LIMIT = 200;

export interface PruneResult {
  readonly opened: number | null;
  readonly dropped: number | null;
  readonly pruned: number;
  /** Members of broadcast groups that were removed. */
  readonly members: number;
  /** Dead letters past their own retention. */
  readonly expired: number;
  readonly more: boolean;
}

/**
 * Opens segments of the log in time, drops whole ones past the retention, prunes history. Messages in flight or waiting
 * for a retry are copied before their segment is dropped; dead letters have a retention of their own. Safe to run by
 * several processes.
 */
export async function prune(
  ctx: BrokerContext,
  { retentionMs, segmentMs, memberGoneMs = retentionMs }: RetentionPolicy,
): Promise<PruneResult> {
  const db = ctx.store.broker;
  const now = ctx.clock.nowOrNull();
  const opened = await retryRolledBack(() => segmentOpen(db, now, segmentMs));
  for (const topicId of await segmentBehind(db)) await retryRolledBack(() => segmentEnter(db, topicId));
  const dropped = await retryRolledBack(() => segmentDrop(db, now, retentionMs));
  const goneMs = Math.max(MEMBER_GONE_MIN_MS, memberGoneMs);
  const members = await retryRolledBack(() => broadcastDrop(db, now, goneMs, MEMBER_LIMIT));
  const history = await retryRolledBack(() => historyPrune(db, now, retentionMs, PRUNE_LIMIT));
  const pruned = history + (await retryRolledBack(() => halfPrune(db, now, retentionMs, PRUNE_LIMIT)));
  const scheduled = await retryRolledBack(() => scheduledPrune(db, now, retentionMs, PRUNE_LIMIT));
  const letters = await retryRolledBack(() => expiredLetterPrune(db, now, retentionMs, PRUNE_LIMIT));
  const silent = await retryRolledBack(() => liteLeaveSilent(db, now, LIMITS.liteSilenceMs));
  const names = await retryRolledBack(() => liteTopicExpire(db, now, retentionMs, PRUNE_LIMIT));
  const discarded = await retryRolledBack(() => discardedExpire(db, now, PRUNE_LIMIT));
  const words = await retryRolledBack(() => letterTextPrune(ctx.store.console, PRUNE_LIMIT));
  const unpacked = await retryRolledBack(() => letterUnpackedPrune(ctx.store.console, PRUNE_LIMIT));
  const forgotten = Math.max(scheduled, letters, names, discarded, words, unpacked);
  if (opened !== null) ctx.log.info({ segment: opened }, 'log segment opened');
  if (dropped !== null) ctx.log.info({ segment: dropped }, 'log segment dropped: its retention is over');
  const { expired, more } = await expireDeadLetters(ctx);
  const isFull = pruned >= PRUNE_LIMIT || forgotten >= PRUNE_LIMIT || members >= MEMBER_LIMIT || silent >= LITE_CLIENTS;
  const gone = pruned + scheduled + letters;
  return { opened, dropped, pruned: gone, members, expired, more: dropped !== null || isFull || more };
}
