import 'server-only';
import { randomBytes } from 'node:crypto';
import type { ActionFailure } from '../../model/action-result';
import { isLockTimeout, retellTroubles, tellTrouble } from '../../broker';
import { type BrokerErrorCode, isBrokerError, shownProblem } from '../../model/errors';
import { sentences } from '../../model/language/list';
import { t } from '../../model/language/t';
import { findRuntime } from '../../runtime/singleton';

/**
 * The one mapper from whatever was thrown to what a browser may see. Refusals say why; anything else is generic text
 * plus the id under which the log has the rest.
 */
export function toFailure(error: unknown, where: string): ActionFailure {
  if (isBrokerError(error) && error.code !== 'internal') {
    return {
      code: error.code,
      message: error.shown,
      field: error.field,
      limit: error.limit,
      value: error.value ?? undefined,
      problems: error.problems.length === 0 ? undefined : error.problems.map(shownProblem),
    };
  }
  const id = randomBytes(6).toString('hex');
  findRuntime()?.log.error(
    { errorId: id, where, error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    'console request failed',
  );
  if (isLockTimeout(error))
    return {
      code: 'unavailable',
      message: t('Another change of the same data is in progress. Try again. Error ID {id}.', { id }),
    };
  const trouble = findRuntime()?.ctx.databaseHealth.note(error) ?? null;
  if (trouble !== null)
    return {
      code: 'unavailable',
      message: t('{trouble}. Try again. Error ID {id}.', { trouble: tellTrouble(trouble), id }),
    };
  return { code: 'internal', message: t('Something failed on the server. Error ID {id}.', { id }) };
}

const STATUS: ReadonlyMap<string, number> = new Map([
  ...entries(401, 'unauthorized'),
  ...entries(403, 'forbidden', 'unconfirmed'),
  ...entries(404, 'topic-not-found', 'group-not-found', 'message-not-found', 'transaction-not-found', 'not-found'),
  ...entries(
    409,
    'already-exists',
    'conflict',
    'lite-topic-quota',
    'lite-subscription-quota',
    'needs-approval',
    'managed',
    'transaction-ended',
    'recall-too-late',
  ),
  ...entries(413, 'body-too-large'),
  ...entries(429, 'too-many-requests'),
  ...entries(500, 'internal'),
  ...entries(501, 'unsupported'),
  ...entries(503, 'busy', 'unavailable'),
]);

function entries(status: number, ...codes: readonly BrokerErrorCode[]): [string, number][] {
  return codes.map((code) => [code, status]);
}

/** HTTP status of a failure code. */
export function statusOf(code: string): number {
  return STATUS.get(code) ?? 400;
}

/**
 * Why a page could not be loaded. Mostly the database fails like this, and its own words help more. They are no secret:
 * /api/health says the same.
 */
export async function whyUnanswered(message: string): Promise<string> {
  const health = await findRuntime()?.health();
  const database = health?.parts.database ?? 'ready';
  return database === 'ready'
    ? message
    : sentences(t('The database is not responding: {reason}.', { reason: retellTroubles(database) }), message);
}
