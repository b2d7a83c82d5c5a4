import { type BlockedHead, headOutlook, type HeadOutlook } from '../../model/group/blocked-key';
import { hostOf } from '../../model/group/client-host';
import type { LeaseHolder } from '../../model/delivery/revoke';
import type { RetryPolicy } from '../../model/delivery/retry-policy';
import { type BlockedKeyRow, blockedKeys } from '../../store/queries/group-stats/blocked-keys';
import type { BrokerContext } from '../context';

/** A key of an ordered group that waits for its first message, is held, or is suspended. Times are ISO. */
export interface BlockedKey extends HeadOutlook {
  readonly group: string;
  /** Null: a message without a key, which holds up only itself. */
  readonly key: string | null;
  readonly topic: string;
  readonly queueNo: number;
  readonly since: string;
  /** Null: past the retention of the log, or nothing of the key is under way. */
  readonly headId: string | null;
  readonly headOff: number | null;
  readonly head: BlockedHead | null;
  /** Failed for the broker; false: its first delivery is not finished. */
  readonly failed: boolean;
  /** A lite topic that its client suspended until `nextAt`: not blocked, and not counted as such. */
  readonly suspended: boolean;
  readonly maxRetries: number;
  readonly retryPolicy: RetryPolicy;
  /** Who has the head, or had it last. */
  readonly client: string | null;
  /** The client that has the head now. */
  readonly holder: LeaseHolder | null;
  /** Fingerprint of the last reported failure of the head; null: none was reported. */
  readonly cause: string | null;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
  readonly behind: number;
  /** How often its client moved the end of the lease on, and when it did last. */
  readonly renewals: number;
  readonly renewedAt: string | null;
  readonly hold: { readonly by: string; readonly reason: string; readonly at: string } | null;
}

export interface BlockedKeys {
  readonly items: readonly BlockedKey[];
  /**
   * Blocked keys, those beyond `items` included, the messages behind all of them, or behind `items` alone, and lite
   * topics that are suspended.
   */
  readonly total: { readonly keys: number; readonly behind: number; readonly suspended: number };
}

export interface BlockedKeysOf {
  /** Left out: of all groups. */
  readonly group?: string | undefined;
  readonly limit: number;
  /** False: messages behind keys beyond the limit are not counted. */
  readonly countsUnlisted?: boolean | undefined;
}

/** The longest blocked first. @throws BrokerError group-not-found */
export async function listBlockedKeys(
  ctx: BrokerContext,
  { group, limit, countsUnlisted = true }: BlockedKeysOf,
): Promise<BlockedKeys> {
  const groupId = group === undefined ? null : (await ctx.groups.find(group)).groupId;
  const now = ctx.clock.nowOrNull();
  const rows = await blockedKeys(ctx.store.console, now, { groupId, limit, countsUnlisted });
  return {
    items: rows.map(toBlockedKey),
    total: {
      keys: rows[0]?.allKeys ?? 0,
      behind: countsUnlisted ? (rows[0]?.allBehind ?? 0) : behindListed(rows),
      suspended: rows[0]?.allSuspended ?? 0,
    },
  };
}

function behindListed(rows: readonly BlockedKeyRow[]): number {
  return rows.filter(({ suspended }) => !suspended).reduce((sum, { behind }) => sum + behind, 0);
}

function toBlockedKey(row: BlockedKeyRow): BlockedKey {
  const head = toHead(row);
  const { group, topic, queueNo, headId, headOff, failed, suspended, client, errorType, errorMessage, behind } = row;
  const { maxRetries, retryPolicy } = row;
  return {
    ...{ group, topic, queueNo, headId, headOff, failed, suspended, client, errorType, errorMessage, behind },
    ...{ maxRetries, retryPolicy, cause: row.fingerprint, renewals: row.renewals },
    renewedAt: row.renewedAt?.toISOString() ?? null,
    ...headOutlook(head, { maxRetries, retryPolicy, held: row.holdAt !== null }, row.now.getTime()),
    holder: toHolder(row),
    key: row.key.startsWith('\u0001') ? null : row.key,
    since: row.since.toISOString(),
    head,
    hold:
      row.holdAt === null ? null : { by: row.holdBy ?? '', reason: row.holdReason ?? '', at: row.holdAt.toISOString() },
  };
}

function toHolder({ leased, client, clientAddress, clientSdk, appVersion }: BlockedKeyRow): LeaseHolder | null {
  if (!leased || client === null) return null;
  return { client, host: clientAddress === null ? null : hostOf(clientAddress), sdk: clientSdk, appVersion };
}

function toHead(row: BlockedKeyRow): BlockedHead | null {
  if (row.headOff === null) return null;
  const { attempt, leased, startedAt, visibleAt, autoRenew, reportedAttempt, reportedAt } = row;
  return {
    attempt,
    leased,
    startedAt: startedAt?.toISOString() ?? null,
    visibleAt: visibleAt?.toISOString() ?? null,
    retriesItself: autoRenew === true,
    reported:
      reportedAttempt === null || reportedAt === null
        ? null
        : { attempt: reportedAttempt, at: reportedAt.toISOString() },
  };
}
