import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** A pool or one connection of it inside a transaction: a statement does not care which. */
export interface Queryable {
  query<Row extends QueryResultRow>(text: string | QueryConfig, values?: unknown[]): Promise<QueryResult<Row>>;
}
