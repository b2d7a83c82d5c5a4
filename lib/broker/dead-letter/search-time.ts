import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { DeadLetterFilter } from '../../model/redrive/redrive';

/** PostgreSQL ended the statement: its time was over. */
const QUERY_CANCELED = '57014';

/**
 * A search that has to read too many letters ends with the time of a statement. That is the caller's to correct, where it
 * is typed; anything else is passed on. @throws BrokerError bad-request
 */
export async function withinSearchTime<T>(filter: DeadLetterFilter, search: () => Promise<T>): Promise<T> {
  try {
    return await search();
  } catch (error) {
    const field = filter.json !== undefined ? 'json' : filter.q !== undefined ? 'q' : null;
    if (field === null || !isCanceled(error)) throw error;
    throw new BrokerError(
      'bad-request',
      told('The search for {field} took too long. Add a group, a cause or a time.', { field }),
      { field, limit: 'the time of a statement', value: filter[field] ?? null },
    );
  }
}

function isCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
}
