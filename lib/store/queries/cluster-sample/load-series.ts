import type { StepSeconds } from '../../../model/history';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** From where on a broker refuses, by one of its marks. */
export interface MarkLine {
  readonly broker: string;
  readonly mark: string;
  readonly line: number;
}

export interface LoadPoint {
  /** @neverNull grouped by it */
  readonly at: Date;
  readonly broker: string;
  /** Of the mark that was nearest to its line, 1 is the line; null: none was known. */
  readonly share: number | null;
  readonly nearest: string | null;
  /** Messages per second; null: not known. */
  readonly stored: number | null;
  readonly handedOut: number | null;
}

export interface LoadRange {
  readonly clusterId: number;
  readonly stepSeconds: StepSeconds;
  readonly from: Date;
  readonly until: Date;
  /** Seconds of a point: a multiple of the step. */
  readonly every: number;
}

/** How near each broker of a cluster was to refusing, and its rates; a time without a sample has no row. */
export async function loadSeries(db: Queryable, range: LoadRange, lines: readonly MarkLine[]): Promise<LoadPoint[]> {
  const { rows } = await db.query<LoadPoint>(
    sql(
      `WITH line AS MATERIALIZED (
         SELECT * FROM unnest($brokers::text[], $marks::text[], $lines::float8[]) l (broker, mark, line)
       ), sample AS MATERIALIZED (
         SELECT date_bin($every * interval '1 second', s.at, 'epoch') AS at, s.broker, s.marks, s.messages_in,
                s.messages_out, s.step_s
           FROM cluster_broker_sample s
          WHERE s.cluster_id = $clusterId AND s.step_s = $stepSeconds AND s.at >= $from AND s.at < $until
       ), near AS (
         SELECT DISTINCT ON (s.broker, s.at) s.at, s.broker, (s.marks ->> l.mark)::float8 / l.line AS share, l.mark
           FROM sample s JOIN line l ON l.broker = s.broker AND s.marks ? l.mark
          ORDER BY s.broker, s.at, share DESC, l.mark
       )
       SELECT s.at, s.broker, n.share, n.mark AS nearest,
              (sum(s.messages_in) / nullif(count(s.messages_in) * $stepSeconds, 0))::float8 AS stored,
              (sum(s.messages_out) / nullif(count(s.messages_out) * $stepSeconds, 0))::float8 AS "handedOut"
         FROM sample s LEFT JOIN near n ON n.broker = s.broker AND n.at = s.at
        GROUP BY s.at, s.broker, n.share, n.mark ORDER BY s.at, s.broker`,
      {
        ...range,
        ...{ brokers: lines.map(({ broker }) => broker), marks: lines.map(({ mark }) => mark) },
        lines: lines.map(({ line }) => line),
      },
    ),
  );
  return rows;
}
