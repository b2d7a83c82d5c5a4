import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { MessagePlaceRow } from '../timeline/message-places';
import type { FoundPlace } from './places-by-key';

const columns = (alias: string): string =>
  `${alias}.topic_id, ${alias}.msg_id, ${alias}.kind, ${alias}.tag, ${alias}.mgroup, ${alias}.keys, ${alias}.props,
   ${alias}.body_encoding, octet_length(${alias}.body) AS bytes, ${alias}.born_at, ${alias}.born_host,
   ${alias}.trace_context, ${alias}.stored_at`;

/** What is stored at places, without bodies, in their order. One that went meanwhile is left out. */
export async function messageRows(
  db: Queryable,
  places: readonly Pick<FoundPlace, 'queueId' | 'off' | 'letterId'>[],
): Promise<MessagePlaceRow[]> {
  const { rows } = await db.query<MessagePlaceRow>(
    sql(
      `SELECT w.queue_id AS "queueId", w.off, t.name AS topic, q.queue_no::int AS "queueNo", m.msg_id AS "messageId",
         m.kind, m.tag, m.mgroup AS "messageGroup", m.keys, m.props AS properties, m.body_encoding AS encoding,
         m.bytes AS "bodyBytes", m.born_at AS "bornAt", m.born_host AS "bornHost", m.trace_context AS "traceContext",
         m.stored_at AS "storedAt", m.source = 0 AS "inLog"
         FROM unnest($queueIds::int[], $offs::bigint[], $letterIds::bigint[])
           WITH ORDINALITY w (queue_id, off, letter_id, ord)
        CROSS JOIN LATERAL (
          SELECT 0 AS source, ${columns('a')} FROM message a WHERE a.queue_id = w.queue_id AND a.off = w.off
          UNION ALL
          SELECT 1, ${columns('k')} FROM kept_message k WHERE k.queue_id = w.queue_id AND k.off = w.off
          UNION ALL
          SELECT 2, ${columns('d')} FROM dead_letter d WHERE d.dead_letter_id = w.letter_id
          UNION ALL
          SELECT 3, ${columns('x')} FROM discarded_letter x WHERE x.dead_letter_id = w.letter_id
          ORDER BY source LIMIT 1) m
         JOIN topic t ON t.topic_id = m.topic_id
         JOIN queue q ON q.queue_id = w.queue_id
        ORDER BY w.ord`,
      {
        queueIds: places.map(({ queueId }) => queueId),
        offs: places.map(({ off }) => off),
        letterIds: places.map(({ letterId }) => letterId),
      },
    ),
  );
  return rows;
}
