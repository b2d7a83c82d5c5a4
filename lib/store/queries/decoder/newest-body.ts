import type { BodyEncoding } from '../../../model/message/message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface NewestBodyRow {
  readonly messageId: string;
  readonly encoding: BodyEncoding;
  readonly body: Buffer;
  readonly properties: Readonly<Record<string, string>> | null;
}

/** The newest message in the log of a topic. */
export async function newestInLog(db: Queryable, topic: string): Promise<NewestBodyRow | null> {
  const { rows } = await db.query<NewestBodyRow>(
    sql(
      `SELECT m.msg_id AS "messageId", m.body_encoding AS encoding, m.body, m.props AS properties
         FROM topic t JOIN queue q ON q.topic_id = t.topic_id
        CROSS JOIN LATERAL (
          SELECT a.msg_id, a.body_encoding, a.body, a.props, a.stored_at FROM message a WHERE a.queue_id = q.queue_id
           ORDER BY a.off DESC LIMIT 1) m
        WHERE t.name = $topic ORDER BY m.stored_at DESC LIMIT 1`,
      { topic },
    ),
  );
  return rows[0] ?? null;
}

/** Of all dead letters. */
const LOOKED_AT = 10_000;

/** The newest dead letter of a topic, of the newest that there are. */
export async function newestLetter(db: Queryable, topic: string): Promise<NewestBodyRow | null> {
  const { rows } = await db.query<NewestBodyRow>(
    sql(
      `SELECT d.msg_id AS "messageId", d.body_encoding AS encoding, d.body, d.props AS properties
         FROM (SELECT n.dead_letter_id FROM (SELECT a.dead_letter_id, a.topic_id FROM dead_letter a
                 ORDER BY a.dead_letter_id DESC LIMIT ${LOOKED_AT}) n
                 JOIN topic t ON t.topic_id = n.topic_id AND t.name = $topic
                ORDER BY n.dead_letter_id DESC LIMIT 1) l
        CROSS JOIN LATERAL (SELECT * FROM dead_letter b WHERE b.dead_letter_id = l.dead_letter_id LIMIT 1) d`,
      { topic },
    ),
  );
  return rows[0] ?? null;
}
