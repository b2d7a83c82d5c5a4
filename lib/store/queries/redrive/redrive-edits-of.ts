import type { BodyEncoding } from '../../../model/message/message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** What a re-drive made of a message, and what it was before. */
export interface MessageEditRow {
  readonly redriveId: number;
  readonly group: string;
  readonly topic: string;
  readonly tag: string | null;
  readonly keys: string[] | null;
  readonly props: Record<string, string> | null;
  readonly encoding: BodyEncoding;
  readonly body: Buffer;
  readonly formerTag: string | null;
  readonly formerKeys: string[] | null;
  readonly formerProps: Record<string, string> | null;
  readonly formerEncoding: BodyEncoding;
  readonly formerBody: Buffer;
}

const MOST = 20;

/** The newest first. */
export async function messageEdits(
  db: Queryable,
  messageId: string,
  places: readonly { readonly queueId: number; readonly off: number }[],
): Promise<MessageEditRow[]> {
  const { rows } = await db.query<MessageEditRow>(
    sql(
      `SELECT e.redrive_id AS "redriveId", g.name AS "group", t.name AS topic, e.tag, e.keys, e.props,
              e.body_encoding AS encoding,
              e.body, e.former_tag AS "formerTag", e.former_keys AS "formerKeys", e.former_props AS "formerProps",
              e.former_encoding AS "formerEncoding", e.former_body AS "formerBody"
         FROM unnest($queueIds::int[], $offs::bigint[]) w (queue_id, off)
         JOIN edited_message e ON e.queue_id = w.queue_id AND e.off = w.off
         JOIN consumer_group g ON g.group_id = e.group_id
         JOIN topic t ON t.topic_id = e.topic_id
        WHERE e.msg_id = $messageId ORDER BY e.redrive_id DESC LIMIT ${MOST}`,
      { messageId, queueIds: places.map(({ queueId }) => queueId), offs: places.map(({ off }) => off) },
    ),
  );
  return rows;
}
