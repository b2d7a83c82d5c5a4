import type { BodyEncoding } from '../../../model/message/message';
import type { LeaveOut } from '../../../model/redrive/redrive';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { DeadLetterMatch } from '../dead-letter/dead-letter-match';
import { KEY_SEPARATOR } from '../message/message-columns';
import { chosenValues, REDRIVE_CHOSEN } from './redrive-chosen';

/** A dead letter as far as it may be edited. */
export interface EditableRow {
  /** Its place in the re-drive, or its number before there is one. */
  readonly place: number;
  /** Where it was sent. */
  readonly topic: string;
  readonly messageId: string;
  readonly tag: string | null;
  readonly keys: string[] | null;
  readonly props: Record<string, string> | null;
  readonly encoding: BodyEncoding;
  readonly body: Buffer;
}

/** Bodies read at once; one that is larger comes alone. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_ROWS = 500;

const EDITABLE = `t.name AS topic, d.msg_id AS "messageId", d.tag,
   d.keys, d.props, d.body_encoding AS encoding, d.body`;

/** The next of a frozen set, in its order, whose messages go. */
export async function editableItems(db: Queryable, redriveId: number, after: number): Promise<EditableRow[]> {
  const { rows } = await db.query<EditableRow>(
    sql(
      `WITH next AS (
       SELECT i.ord, i.group_id, i.queue_id, i.off, i.generation FROM redrive_item i
        WHERE i.redrive_id = $redriveId AND i.state = 'selected' AND i.ord > $after ORDER BY i.ord LIMIT ${MOST_ROWS}
     ), sized AS (
       SELECT n.*, row_number() OVER (ORDER BY n.ord) AS nth, sum(octet_length(d.body)) OVER (ORDER BY n.ord) AS bytes
         FROM next n JOIN dead_letter d USING (group_id, queue_id, off, generation)
     )
     SELECT s.ord AS place, ${EDITABLE}
       FROM sized s JOIN dead_letter d USING (group_id, queue_id, off, generation) JOIN topic t USING (topic_id)
      WHERE s.nth = 1 OR s.bytes <= ${MOST_BYTES} ORDER BY s.ord`,
      { redriveId, after },
    ),
  );
  return rows;
}

/** The numbers of the dead letters that a re-drive would take, oldest first. */
export async function plannedIds(
  db: Queryable,
  match: DeadLetterMatch,
  leaveOut: LeaveOut | undefined,
  limit: number,
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    sql(
      `WITH ${REDRIVE_CHOSEN}
     SELECT c.dead_letter_id AS id FROM chosen c WHERE c.why IS NULL ORDER BY c.dead_letter_id LIMIT $limit`,
      { ...chosenValues(match, leaveOut), limit },
    ),
  );
  return rows.map(({ id }) => id);
}

/** The first of these dead letters, as many as their bodies allow. */
export async function editableLetters(db: Queryable, ids: readonly number[]): Promise<EditableRow[]> {
  const { rows } = await db.query<EditableRow>(
    sql(
      `WITH sized AS (
       SELECT d.dead_letter_id AS id, row_number() OVER (ORDER BY d.dead_letter_id) AS nth,
              sum(octet_length(d.body)) OVER (ORDER BY d.dead_letter_id) AS bytes
         FROM dead_letter d WHERE d.dead_letter_id = ANY ($ids::bigint[])
     )
     SELECT s.id AS place, ${EDITABLE}
       FROM sized s JOIN dead_letter d ON d.dead_letter_id = s.id JOIN topic t USING (topic_id)
      WHERE s.nth = 1 OR s.bytes <= ${MOST_BYTES} ORDER BY s.id`,
      { ids },
    ),
  );
  return rows;
}

export interface EditedRow {
  readonly ord: number;
  readonly tag: string | null;
  readonly keys: readonly string[];
  readonly props: Readonly<Record<string, string>>;
  readonly encoding: BodyEncoding;
  readonly body: Buffer;
}

/** Keeps each edited copy beside what the message was. @returns how many */
export async function editedInsert(db: Queryable, redriveId: number, rows: readonly EditedRow[]): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `INSERT INTO edited_message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding,
         born_at, born_host, trace_context, stored_at, body, redrive_id, group_id, generation, former_seg, former_tag,
         former_keys, former_props, former_encoding, former_body)
       SELECT -nextval('edited_message_seg')::int, d.queue_id, d.off, d.topic_id, d.msg_id, d.kind, w.tag, d.mgroup,
              string_to_array(w.keys, E'\\x1f'), w.props, w.encoding, d.born_at, d.born_host, d.trace_context,
              d.stored_at, w.body, $redriveId, d.group_id, d.generation, d.seg, d.tag, d.keys, d.props, d.body_encoding, d.body
         FROM unnest($ords::int[], $tags::text[], $keys::text[], $props::jsonb[], $encodings::text[], $bodies::bytea[])
              w (ord, tag, keys, props, encoding, body)
         JOIN redrive_item i ON i.redrive_id = $redriveId AND i.ord = w.ord
         JOIN dead_letter d ON d.group_id = i.group_id AND d.queue_id = i.queue_id AND d.off = i.off
          AND d.generation = i.generation`,
      {
        redriveId,
        ords: rows.map(({ ord }) => ord),
        tags: rows.map(({ tag }) => tag),
        keys: rows.map(({ keys }) => (keys.length === 0 ? null : keys.join(KEY_SEPARATOR))),
        props: rows.map(({ props }) => (Object.keys(props).length === 0 ? null : JSON.stringify(props))),
        encodings: rows.map(({ encoding }) => encoding),
        bodies: rows.map(({ body }) => body),
      },
    ),
  );
  return rowCount ?? 0;
}

/** They match and stay behind after all. */
export async function itemsExclude(
  db: Queryable,
  redriveId: number,
  items: readonly { readonly ord: number; readonly why: string }[],
): Promise<void> {
  await db.query(
    sql(
      `WITH gone AS (
       UPDATE redrive_item i SET state = 'excluded', why = w.why
         FROM unnest($ords::int[], $whys::text[]) w (ord, why)
        WHERE i.redrive_id = $redriveId AND i.ord = w.ord AND i.state = 'selected' RETURNING 1
     )
     UPDATE redrive r SET selected = r.selected - (SELECT count(*) FROM gone) WHERE r.redrive_id = $redriveId`,
      { redriveId, ords: items.map(({ ord }) => ord), whys: items.map(({ why }) => why) },
    ),
  );
}

/** What the re-drive changes, as it was asked for, and where it goes. */
export async function redriveChanges(
  db: Queryable,
  redriveId: number,
  { edits, targetTopicId }: { readonly edits: unknown; readonly targetTopicId: number | null },
): Promise<void> {
  await db.query(
    sql('UPDATE redrive SET edits = $edits, target_topic_id = $targetTopicId WHERE redrive_id = $redriveId', {
      redriveId,
      edits: edits === undefined ? null : JSON.stringify(edits),
      targetTopicId,
    }),
  );
}
