import type { DecoderKind } from '../../../model/decode/topic-decoder';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface TopicDecoderRow {
  readonly topic: string;
  /** Its version: a change makes a new one. */
  readonly decoderId: number;
  readonly kind: DecoderKind;
  readonly message: string | null;
  /** Names the content of the schema. */
  readonly schemaHash: string;
  readonly schemaBytes: number;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

const COLUMNS = `d.topic, d.decoder_id AS "decoderId", d.kind, d.message, d.updated_by AS "updatedBy",
  d.updated_at AS "updatedAt", encode(sha256(d.schema), 'hex') AS "schemaHash",
  octet_length(d.schema) AS "schemaBytes"`;

/**
 * Those of these topics that have one.
 * @param cut the first 100 characters of longer names
 */
export async function topicDecoders(
  db: Queryable,
  topics: readonly string[],
  cut: readonly string[] = [],
): Promise<TopicDecoderRow[]> {
  const { rows } = await db.query<TopicDecoderRow>(
    sql(`SELECT ${COLUMNS} FROM topic_decoder d WHERE d.topic = ANY ($topics) OR left(d.topic, 100) = ANY ($cut)`, {
      topics,
      cut,
    }),
  );
  return rows;
}

/** What is read by decoders is kept while they stay as they are: until the transaction ends no other changes one. */
export async function decodersKeep(db: Queryable): Promise<void> {
  await db.query(`SELECT 1 FROM pg_advisory_xact_lock_shared(hashtextextended('decoders', 7))`);
}

/** Until the transaction ends, nothing that decoders have read is kept. */
export async function decodersChange(db: Queryable): Promise<void> {
  await db.query(`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('decoders', 7))`);
}

/** Of all decoders: another one once any of them is changed. */
export async function decodersVersion(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ version: string }>(
    `SELECT coalesce(string_agg(d.decoder_id::text, ',' ORDER BY d.decoder_id), '') AS version FROM topic_decoder d`,
  );
  return rows[0]?.version ?? '';
}

/** Null: it has none now, or another one. */
export async function decoderSchema(db: Queryable, topic: string, decoderId: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ schema: Buffer }>(
    sql('SELECT d.schema FROM topic_decoder d WHERE d.topic = $topic AND d.decoder_id = $decoderId', {
      topic,
      decoderId,
    }),
  );
  return rows[0]?.schema ?? null;
}

export async function topicDecoderLock(db: Queryable, topic: string): Promise<TopicDecoderRow | null> {
  const { rows } = await db.query<TopicDecoderRow>(
    sql(`SELECT ${COLUMNS} FROM topic_decoder d WHERE d.topic = $topic FOR UPDATE OF d`, { topic }),
  );
  return rows[0] ?? null;
}

export interface NewTopicDecoder extends Pick<TopicDecoderRow, 'topic' | 'kind' | 'message' | 'updatedBy'> {
  readonly schema: Buffer;
}

/** Fails with a unique violation where another one was made meanwhile. */
export async function topicDecoderInsert(
  db: Queryable,
  now: Date | null,
  made: NewTopicDecoder,
): Promise<TopicDecoderRow | null> {
  const { rows } = await db.query<TopicDecoderRow>(
    sql(
      `INSERT INTO topic_decoder AS d (topic, kind, schema, message, updated_by, updated_at)
       VALUES ($topic, $kind, $schema, $message, $updatedBy, coalesce($now, clock_timestamp()))
       RETURNING ${COLUMNS}`,
      { ...made, now },
    ),
  );
  return rows[0] ?? null;
}

/** @returns whether it was there */
export async function topicDecoderDelete(db: Queryable, topic: string, decoderId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    sql('DELETE FROM topic_decoder WHERE topic = $topic AND decoder_id = $decoderId', { topic, decoderId }),
  );
  return rowCount === 1;
}

/** Of the newest dead letters of the installation, or of the cluster. */
const LOOKED_AT = 100_000;
const MOST_LETTERS = 10_000;

/** Dead letters that the decoder of a topic reads are due for the search again, as they read now. @returns how many */
export async function lettersDueAgain(db: Queryable, topic: string): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `WITH again AS MATERIALIZED (
         SELECT n.dead_letter_id
           FROM (SELECT d.dead_letter_id, d.topic_id, d.props FROM dead_letter d ORDER BY d.dead_letter_id DESC
                  LIMIT ${LOOKED_AT}) n
           JOIN topic t ON t.topic_id = n.topic_id
            AND (t.name = $topic OR t.name LIKE '%(deleted %' OR n.props ? 'DLQ_ORIGIN_MESSAGE_ID')
          WHERE decoder_name(t.name, n.props) = left($topic, 100)
          ORDER BY n.dead_letter_id DESC LIMIT ${MOST_LETTERS}
       ), gone AS (
         DELETE FROM letter_unpacked u WHERE u.dead_letter_id IN (SELECT a.dead_letter_id FROM again a)
       )
       INSERT INTO letter_text_due (dead_letter_id) SELECT a.dead_letter_id FROM again a ON CONFLICT DO NOTHING`,
      { topic },
    ),
  );
  return rowCount ?? 0;
}
