import type { QueryResult, QueryResultRow } from 'pg';

import type { Queryable } from '../store/queryable';

export interface LateAnswer {
  readonly db: Queryable;
  /** The database has answered the first statement; its caller does not know. */
  readonly held: Promise<void>;
  letGo(): void;
}

/** A connection whose first answer arrives when the test lets it, after those to later statements. */
export function firstAnswerLate(real: Queryable): LateAnswer {
  let isFirst = true;
  let letGo: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  let hold: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (hold = resolve));
  return {
    db: {
      query: async <Row extends QueryResultRow>(...args: Parameters<Queryable['query']>): Promise<QueryResult<Row>> => {
        const isLate = isFirst;
        isFirst = false;
        const result = await real.query<Row>(...args);
        if (!isLate) return result;
        hold();
        await gone;
        return result;
      },
    },
    held,
    letGo,
  };
}
