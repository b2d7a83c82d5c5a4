import 'server-only';
import { randomBytes } from 'node:crypto';
import type { ActionFailure } from '../../model/action-result';
import { isLockTimeout } from '../../broker';
import { isBrokerError } from '../../model/errors';
import { findRuntime } from '../../runtime/singleton';

/**
 * The one mapper from whatever was thrown to what a browser may see. Refusals say why; anything else is generic text
 * plus the id under which the log has the rest.
 */
export function toFailure(error: unknown, where: string): ActionFailure {
  if (isBrokerError(error) && error.code !== 'internal') {
    return {
      code: error.code,
      message: error.message,
      field: error.field,
      limit: error.limit,
      value: error.value ?? undefined,
      problems: error.problems.length === 0 ? undefined : error.problems,
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
      message: `Another change of the same data has not finished. Try again. Error id ${id}.`,
    };
  const trouble = findRuntime()?.ctx.databaseHealth.note(error) ?? null;
  if (trouble !== null)
    return { code: 'unavailable', message: `${trouble.says.replace(/^t/, 'T')}; try again. Error id ${id}.` };
  return { code: 'internal', message: `Something failed on the server. Error id ${id}.` };
}

/** HTTP status of a failure code. */
export function statusOf(code: string): number {
  switch (code) {
    case 'unauthorized':
      return 401;
    case 'forbidden':
    case 'unconfirmed':
      return 403;
    case 'topic-not-found':
    case 'group-not-found':
    case 'message-not-found':
    case 'transaction-not-found':
    case 'not-found':
      return 404;
    case 'already-exists':
    case 'conflict':
    case 'needs-approval':
    case 'transaction-ended':
    case 'recall-too-late':
      return 409;
    case 'body-too-large':
      return 413;
    case 'too-many-requests':
      return 429;
    case 'internal':
      return 500;
    case 'unsupported':
      return 501;
    case 'busy':
    case 'unavailable':
      return 503;
    default:
      return 400;
  }
}
