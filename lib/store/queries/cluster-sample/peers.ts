import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface PeerSeen {
  readonly kind: 'broker' | 'proxy';
  readonly name: string;
  /** It answered this console. */
  readonly isReached: boolean;
  /** It answered a client of it lately. */
  readonly isHeard: boolean;
  /** Why it did not answer; null: it did. */
  readonly why: string | null;
  readonly unwell: string | null;
  readonly keepsMs: number | null;
  /** Of a broker that answered. */
  readonly marks: PeerMarks;
  /** Why a replica of it is behind; null: none is. Undefined: that is not known. */
  readonly behind?: string | null | undefined;
  /** Of its master; null: it has none, or it is a proxy. */
  readonly address?: string | null;
}

/** By the name of the mark; without a line it refuses nothing. */
export type PeerMarks = Readonly<
  Record<string, { readonly value: number; readonly line: number | null; readonly why?: string }>
>;

/**
 * Brokers and proxies as they are now. One that is silent is away; a proxy that never answered this console
 * is not: it may be out of reach from here.
 */
export async function peersWrite(
  db: Queryable,
  at: Date,
  clusterId: number,
  peers: readonly PeerSeen[],
): Promise<void> {
  if (peers.length === 0) return;
  await db.query(
    sql(
      `INSERT INTO cluster_peer AS p (cluster_id, kind, name, checked_at, seen_at, reached_at, away_since, away_why,
         unwell_since, unwell_why, keeps_ms, marks, replicas_known, behind_since, behind_why, address)
       SELECT $clusterId, i.kind, i.name, $at, CASE WHEN i.reached OR i.heard THEN $at::timestamptz END,
              CASE WHEN i.reached THEN $at::timestamptz END,
              CASE WHEN i.kind = 'broker' AND NOT i.reached THEN $at::timestamptz END,
              CASE WHEN NOT i.reached THEN i.why END,
              CASE WHEN i.unwell IS NOT NULL THEN $at::timestamptz END, i.unwell, i.keeps_ms, i.marks, i.replicas_known,
              CASE WHEN i.behind IS NOT NULL THEN $at::timestamptz END, i.behind, i.address
         FROM unnest($kinds::text[], $names::text[], $reached::boolean[], $heard::boolean[], $whys::text[],
           $unwells::text[], $keepsMs::bigint[], $marks::jsonb[], $replicasKnown::boolean[], $behinds::text[],
           $addresses::text[])
           i (kind, name, reached, heard, why, unwell, keeps_ms, marks, replicas_known, behind, address)
       ON CONFLICT (cluster_id, kind, name) DO UPDATE SET checked_at = excluded.checked_at,
         seen_at = coalesce(excluded.seen_at, p.seen_at), reached_at = coalesce(excluded.reached_at, p.reached_at),
         away_since = CASE WHEN excluded.seen_at IS NOT NULL OR (p.kind = 'proxy' AND p.reached_at IS NULL) THEN NULL
           ELSE coalesce(p.away_since, excluded.checked_at) END,
         away_why = CASE WHEN excluded.seen_at IS NULL THEN coalesce(excluded.away_why, p.away_why,
           'it does not answer') END,
         unwell_since = CASE WHEN excluded.unwell_since IS NULL THEN NULL
           ELSE coalesce(p.unwell_since, excluded.unwell_since) END,
         unwell_why = excluded.unwell_why, keeps_ms = coalesce(excluded.keeps_ms, p.keeps_ms),
         marks = excluded.marks, replicas_known = excluded.replicas_known,
         behind_since = CASE WHEN excluded.behind_since IS NULL AND excluded.replicas_known THEN NULL
           ELSE coalesce(p.behind_since, excluded.behind_since) END,
         behind_why = CASE WHEN excluded.replicas_known THEN excluded.behind_why ELSE p.behind_why END,
         address = coalesce(excluded.address, p.address),
         moved_from = CASE WHEN excluded.address <> p.address THEN p.address ELSE p.moved_from END,
         moved_at = CASE WHEN excluded.address <> p.address THEN excluded.checked_at ELSE p.moved_at END`,
      {
        ...{ at, clusterId, kinds: peers.map(({ kind }) => kind), names: peers.map(({ name }) => name) },
        reached: peers.map(({ isReached }) => isReached),
        heard: peers.map(({ isHeard }) => isHeard),
        whys: peers.map(({ why }) => why),
        unwells: peers.map(({ unwell }) => unwell),
        keepsMs: peers.map(({ keepsMs }) => keepsMs),
        marks: peers.map(({ marks }) => JSON.stringify(marks)),
        replicasKnown: peers.map(({ behind }) => behind !== undefined),
        behinds: peers.map(({ behind = null }) => behind),
        addresses: peers.map(({ address = null }) => address),
      },
    ),
  );
}

/** Those away for longer than a day: they were taken down. */
export async function peersForget(db: Queryable, at: Date, clusterId: number): Promise<void> {
  await db.query(
    sql(
      `DELETE FROM cluster_peer WHERE cluster_id = $clusterId
          AND (away_since < $at::timestamptz - interval '1 day'
            OR (kind = 'proxy' AND coalesce(seen_at < $at::timestamptz - interval '1 day', true)))`,
      { at, clusterId },
    ),
  );
}

export interface PeerRow {
  readonly kind: 'broker' | 'proxy';
  readonly name: string;
  readonly checkedAt: Date;
  readonly seenAt: Date | null;
  /** When it last answered this console; null: never. */
  readonly reachedAt: Date | null;
  readonly awaySince: Date | null;
  readonly awayWhy: string | null;
  readonly unwellSince: Date | null;
  readonly unwellWhy: string | null;
  readonly keepsMs: number | null;
  /** Where its master was before, and since when it is where it is; null: it has not moved while it was watched. */
  readonly movedFrom: string | null;
  readonly movedAt: Date | null;
  /** @neverNull it is empty where nothing was read */
  readonly marks: PeerMarks;
}

export async function peersOf(db: Queryable, clusterId: number): Promise<PeerRow[]> {
  const { rows } = await db.query<PeerRow>(
    `SELECT kind, name, checked_at AS "checkedAt", seen_at AS "seenAt", away_since AS "awaySince",
            reached_at AS "reachedAt", away_why AS "awayWhy", unwell_since AS "unwellSince", unwell_why AS "unwellWhy",
            keeps_ms AS "keepsMs", moved_from AS "movedFrom", moved_at AS "movedAt", marks
       FROM cluster_peer WHERE cluster_id = $1 ORDER BY kind, name`,
    [clusterId],
  );
  return rows;
}

export interface BrokerSampleRow {
  readonly broker: string;
  readonly messagesIn: number | null;
  readonly messagesOut: number | null;
  readonly marks: Readonly<Record<string, number>>;
}

export async function brokerSamplesWrite(
  db: Queryable,
  at: Date,
  clusterId: number,
  samples: readonly BrokerSampleRow[],
): Promise<void> {
  if (samples.length === 0) return;
  await db.query(
    sql(
      `INSERT INTO cluster_broker_sample (cluster_id, broker, step_s, at, messages_in, messages_out, marks)
       SELECT $clusterId, i.broker, 10, date_bin('10 seconds', $at::timestamptz, 'epoch'), i.messages_in,
              i.messages_out, i.marks
         FROM unnest($brokers::text[], $ins::bigint[], $outs::bigint[], $marks::jsonb[])
           i (broker, messages_in, messages_out, marks)
       ON CONFLICT (cluster_id, broker, step_s, at) DO NOTHING`,
      {
        ...{ at, clusterId, brokers: samples.map(({ broker }) => broker) },
        ins: samples.map(({ messagesIn }) => messagesIn),
        outs: samples.map(({ messagesOut }) => messagesOut),
        marks: samples.map(({ marks }) => JSON.stringify(marks)),
      },
    ),
  );
}

export interface GroupStateSeen {
  readonly group: string;
  /** Every broker answered. */
  readonly isWhole: boolean;
  /** In words; null: they do not differ, as far as is known. */
  readonly differsIn: string | null;
  readonly missingOn: string | null;
}

/** What brokers that are silent would say is not known: what was found before stays. */
export async function groupStatesWrite(
  db: Queryable,
  at: Date,
  clusterId: number,
  states: readonly GroupStateSeen[],
): Promise<void> {
  await db.query(
    sql(
      `WITH seen AS (
         SELECT g.group_id, i.* FROM unnest($groups::text[], $whole::boolean[], $differs::text[], $missing::text[])
           i (name, is_whole, differs_in, missing_on)
           JOIN cluster_consumer_group g ON g.cluster_id = $clusterId AND g.name = i.name
       ), gone AS (
         DELETE FROM cluster_group_state s WHERE s.cluster_id = $clusterId
           AND s.group_id NOT IN (SELECT n.group_id FROM seen n)
       )
       INSERT INTO cluster_group_state AS s (group_id, cluster_id, checked_at, is_whole, differs_since, differs_in,
         missing_since, missing_on)
       SELECT n.group_id, $clusterId, $at, n.is_whole, CASE WHEN n.differs_in IS NOT NULL THEN $at::timestamptz END,
              n.differs_in, CASE WHEN n.missing_on IS NOT NULL THEN $at::timestamptz END, n.missing_on FROM seen n
       ON CONFLICT (group_id) DO UPDATE SET checked_at = excluded.checked_at, is_whole = excluded.is_whole,
         differs_since = CASE WHEN excluded.differs_since IS NULL AND excluded.is_whole THEN NULL
           ELSE coalesce(s.differs_since, excluded.differs_since) END,
         differs_in = CASE WHEN excluded.is_whole THEN excluded.differs_in
           ELSE coalesce(excluded.differs_in, s.differs_in) END,
         missing_since = CASE WHEN excluded.missing_since IS NULL AND excluded.is_whole THEN NULL
           ELSE coalesce(s.missing_since, excluded.missing_since) END,
         missing_on = CASE WHEN excluded.is_whole THEN excluded.missing_on
           ELSE coalesce(excluded.missing_on, s.missing_on) END`,
      {
        ...{ at, clusterId, groups: states.map(({ group }) => group) },
        whole: states.map(({ isWhole }) => isWhole),
        differs: states.map(({ differsIn }) => differsIn),
        missing: states.map(({ missingOn }) => missingOn),
      },
    ),
  );
}

export interface StillSeen {
  readonly groupId: number;
  /** Null: no queue stands still. */
  readonly since: Date | null;
  readonly why: string | null;
}

/** Of the groups that were read lately; what is known of the others grows old. */
export async function stillQueuesWrite(
  db: Queryable,
  at: Date,
  clusterId: number,
  seen: readonly StillSeen[],
): Promise<void> {
  if (seen.length === 0) return;
  await db.query(
    sql(
      `UPDATE cluster_group_state s SET still_checked_at = $at, still_since = i.since, still_why = i.why
         FROM unnest($groupIds::int[], $sinces::timestamptz[], $whys::text[]) i (group_id, since, why)
        WHERE s.group_id = i.group_id AND s.cluster_id = $clusterId`,
      {
        ...{ at, clusterId, groupIds: seen.map(({ groupId }) => groupId) },
        ...{ sinces: seen.map(({ since }) => since), whys: seen.map(({ why }) => why) },
      },
    ),
  );
}

export interface BrokerFlow {
  readonly broker: string;
  /** In the last minute of whole steps; null: not known in one of them. */
  readonly stored: number | null;
  readonly handedOut: number | null;
}

export async function brokerFlows(db: Queryable, now: Date, clusterId: number): Promise<BrokerFlow[]> {
  const { rows } = await db.query<BrokerFlow>(
    sql(
      `SELECT s.broker,
              CASE WHEN count(s.messages_in) >= 5 THEN sum(s.messages_in) * 6 / count(s.messages_in) END::float8
                AS stored,
              CASE WHEN count(s.messages_out) >= 5 THEN sum(s.messages_out) * 6 / count(s.messages_out) END::float8
                AS "handedOut"
         FROM cluster_broker_sample s
        WHERE s.cluster_id = $clusterId AND s.step_s = 10 AND s.at > $now::timestamptz - interval '70 seconds'
        GROUP BY s.broker`,
      { now, clusterId },
    ),
  );
  return rows;
}
