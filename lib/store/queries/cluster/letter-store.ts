import { FINGERPRINT_VERSION } from '../../../model/dead-letter/fingerprint/fingerprint';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** A letter with the numbers of its names. */
export interface NewLetter {
  readonly offset: number;
  readonly topicId: number;
  readonly messageId: string;
  readonly consumer: string | null;
  /** 0: it does not show. */
  readonly attempts: number;
  readonly tag: string | null;
  readonly keys: readonly string[];
  readonly messageGroup: string | null;
  readonly bornAt: Date;
  readonly bornHost: string;
  readonly deadAt: Date;
  readonly traceContext: string | null;
  readonly reconsumeTimes: number;
  readonly flag: number;
  readonly sysFlag: number;
  readonly encoding: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly storeId: string;
}

export interface LetterBatch {
  readonly clusterId: number;
  readonly queueId: number;
  readonly groupId: number;
  readonly broker: string;
  /** Where the cursor must be, and where it goes. */
  readonly from: number;
  readonly next: number;
  readonly min: number;
  readonly max: number;
  readonly gaps: readonly { readonly from: number; readonly to: number; readonly why: string }[];
  readonly letters: readonly NewLetter[];
}

/** How the broker saw it end: that is all it knows. */
const CAUSE = 'exhausted';

/**
 * Letters, gaps and the cursor, in one statement: all or nothing. @returns the numbers of the letters; null: the cursor
 * is elsewhere, because another process was faster, and nothing was stored
 */
export async function letterStore(db: Queryable, now: Date | null, batch: LetterBatch): Promise<number[] | null> {
  const { letters, gaps, ...place } = batch;
  const { rows } = await db.query<{ moved: number; ids: number[] | null }>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), moved AS (
         UPDATE cluster_letter_queue q SET next_off = $next, min_off = $min, max_off = $max, read_at = t.now,
                problem = NULL
           FROM t WHERE q.queue_id = $queueId AND q.next_off = $from AND q.ended_at IS NULL
         RETURNING q.queue_id
       ), gaps AS (
         INSERT INTO cluster_letter_gap (queue_id, from_off, to_off, why, noted_at)
         SELECT m.queue_id, g.from_off, g.to_off, g.why, t.now
           FROM moved m, t, unnest($gapFrom::bigint[], $gapTo::bigint[], $gapWhy::text[]) g (from_off, to_off, why)
       ), stored AS (
         INSERT INTO cluster_dead_letter (cluster_id, group_id, queue_id, off, generation, seg, topic_id, msg_id,
           attempts, cause, dead_at, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context,
           stored_at, body, fingerprint, fingerprint_version, broker, consumer, reconsume_times, flag, sys_flag,
           store_id)
         SELECT $clusterId, $groupId, m.queue_id, l.off, 0, 0, l.topic_id, l.msg_id, l.attempts, '${CAUSE}', l.dead_at,
                CASE WHEN l.mgroup IS NULL THEN 'NORMAL' ELSE 'FIFO' END, l.tag, l.mgroup,
                CASE WHEN l.keys <> '' THEN string_to_array(l.keys, ' ') END, l.props, l.encoding, l.born_at,
                l.born_host, l.trace, l.dead_at, l.body, 'unreported:${CAUSE}', ${FINGERPRINT_VERSION}, $broker,
                l.consumer, l.reconsumed, l.flag, l.sys_flag, l.store_id
           FROM moved m, unnest($offs::bigint[], $topicIds::int[], $messageIds::text[], $attempts::smallint[],
             $deadAts::timestamptz[], $tags::text[], $messageGroups::text[], $keys::text[], $props::jsonb[],
             $encodings::text[], $bornAts::timestamptz[], $bornHosts::text[], $traces::text[], $bodies::bytea[],
             $consumers::text[], $reconsumed::int[], $flags::int[], $sysFlags::int[], $storeIds::text[])
             l (off, topic_id, msg_id, attempts, dead_at, tag, mgroup, keys, props, encoding, born_at, born_host, trace,
                body, consumer, reconsumed, flag, sys_flag, store_id)
          ORDER BY l.off
         RETURNING dead_letter_id
       ), due AS (
         INSERT INTO cluster_letter_text_due (dead_letter_id, cluster_id)
         SELECT s.dead_letter_id, $clusterId FROM stored s
       )
       SELECT (SELECT count(*)::int FROM moved) AS moved, (SELECT array_agg(s.dead_letter_id) FROM stored s) AS ids`,
      {
        ...{ ...place, now, gapFrom: gaps.map(({ from }) => from), gapTo: gaps.map(({ to }) => to) },
        gapWhy: gaps.map(({ why }) => why),
        offs: letters.map(({ offset }) => offset),
        topicIds: letters.map(({ topicId }) => topicId),
        messageIds: letters.map(({ messageId }) => messageId),
        attempts: letters.map(({ attempts }) => attempts),
        deadAts: letters.map(({ deadAt }) => deadAt),
        tags: letters.map(({ tag }) => tag),
        messageGroups: letters.map(({ messageGroup }) => messageGroup),
        keys: letters.map(({ keys }) => keys.join(' ')),
        props: letters.map(({ properties }) => JSON.stringify(properties)),
        encodings: letters.map(({ encoding }) => encoding),
        bornAts: letters.map(({ bornAt }) => bornAt),
        bornHosts: letters.map(({ bornHost }) => bornHost),
        traces: letters.map(({ traceContext }) => traceContext),
        bodies: letters.map(({ body }) => body),
        consumers: letters.map(({ consumer }) => consumer),
        reconsumed: letters.map(({ reconsumeTimes }) => reconsumeTimes),
        flags: letters.map(({ flag }) => flag),
        sysFlags: letters.map(({ sysFlag }) => sysFlag),
        storeIds: letters.map(({ storeId }) => storeId),
      },
    ),
  );
  const [row] = rows;
  return row === undefined || row.moved === 0 ? null : (row.ids ?? []);
}
