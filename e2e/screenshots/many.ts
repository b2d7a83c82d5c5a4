// What a bad night leaves behind: the dead letters of the practice incident, many times over.
import { queryDatabase } from '../fixtures/database';
import type { Product } from '../fixtures/product';
import { callApi } from '../fixtures/seed';

const AT_ONCE = 4;

/** Groups and topics for long lists, with settings of their own and without messages. */
export async function addGroupsAndTopics(product: Product, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - from) }, async (_, index) => {
        const name = `team-${(from + index) % 7}-service-${from + index}`;
        await callApi(product, 'PUT', `/groups/${name}`, { maxRetries: (from + index) % 20 });
        await callApi(product, 'POST', '/topics', { name: `${name}-events`, type: 'NORMAL', queues: 2 });
      }),
    );
}

/** Offsets and generations beyond those of any message of the practice. */
const FIRST_OFFSET = 10_000_000;

/** The columns of a table but these, so that a new column is copied without a change here. */
const columnsBut = (table: string, own: readonly string[]): string =>
  `(SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = '${table}'
       AND column_name NOT IN (${own.map((name) => `'${name}'`).join(', ')}))`;

/**
 * Copies dead letters with their failure reports until there are `count`, over the last day, in 5,000 raw texts. The
 * triggers and constraints of the tables hold for the copies too.
 */
export async function multiplyDeadLetters(product: Product, count: number): Promise<void> {
  await queryDatabase(
    product,
    `DO $do$
DECLARE
  v_letter text := ${columnsBut('dead_letter', ['dead_letter_id', 'off', 'msg_id', 'dead_at'])};
  v_report text := ${columnsBut('failure_report', ['off', 'message', 'reported_at'])};
BEGIN
  CREATE TEMP TABLE source ON COMMIT DROP AS
    SELECT d.group_id, d.queue_id, d.off, row_number() OVER () AS k, count(*) OVER () AS n FROM dead_letter d;
  CREATE TEMP TABLE copy ON COMMIT DROP AS
    SELECT s.group_id, s.queue_id, s.off, ${FIRST_OFFSET} + i AS new_off, i,
           now() - i * interval '1 day' / ${count} AS dead_at
      FROM generate_series(1, ${count}) i JOIN source s ON s.k = 1 + i % s.n;
  EXECUTE format('INSERT INTO dead_letter (off, msg_id, dead_at, %1$s)
    SELECT c.new_off, ''01COPY'' || lpad(upper(to_hex(c.i)), 28, ''0''), c.dead_at, %2$s
      FROM copy c JOIN dead_letter d ON d.group_id = c.group_id AND d.queue_id = c.queue_id AND d.off = c.off',
    v_letter, regexp_replace(v_letter, '(^|, )', '\\1d.', 'g'));
  EXECUTE format('INSERT INTO failure_report (off, message, reported_at, %1$s)
    SELECT c.new_off, f.message || '' (try '' || c.i %% 5000 || '')'', c.dead_at, %2$s
      FROM copy c JOIN failure_report f ON f.group_id = c.group_id AND f.queue_id = c.queue_id AND f.off = c.off',
    v_report, regexp_replace(v_report, '(^|, )', '\\1f.', 'g'));
END $do$`,
  );
  await queryDatabase(product, 'VACUUM ANALYZE dead_letter, failure_report');
}
