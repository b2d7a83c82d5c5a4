import 'server-only';
import { randomBytes } from 'node:crypto';
import { ZodError } from 'zod';
import type { ActionFailure } from '../model/action-result';
import { BrokerError } from '../model/errors';
import { findRuntime } from '../runtime/singleton';

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
    };
  }
  if (error instanceof ZodError) return toInputFailure(error);
  const id = randomBytes(6).toString('hex');
  findRuntime()?.log.error(
    { errorId: id, where, error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    'console request failed',
  );
  const trouble = findRuntime()?.ctx.databaseHealth.note(error) ?? null;
  if (trouble !== null)
    return { code: 'unavailable', message: `${trouble.says.replace(/^t/, 'T')}; try again. Error id ${id}.` };
  return { code: 'internal', message: `Something failed on the server. Error id ${id}.` };
}

/** Next loads modules twice, so the class is not always the same one. */
function isBrokerError(error: unknown): error is BrokerError {
  return error instanceof BrokerError || (error instanceof Error && error.name === 'BrokerError' && 'code' in error);
}

function toInputFailure(error: ZodError): ActionFailure {
  const issue = error.issues[0];
  if (issue === undefined) return { code: 'bad-request', message: 'The input is not valid.' };
  const field = issue.path.map(String).join('.');
  return {
    code: 'bad-request',
    message: field === '' ? issue.message : `${field}: ${issue.message}`,
    field: field === '' ? undefined : field,
    limit: limitOf(issue),
  };
}

function limitOf(issue: object): string | number | undefined {
  for (const name of ['maximum', 'minimum']) {
    const value: unknown = Reflect.get(issue, name);
    if (typeof value === 'number' || typeof value === 'string') return value;
  }
  return undefined;
}

/** HTTP status of a failure code. */
export function statusOf(code: string): number {
  switch (code) {
    case 'unauthorized':
      return 401;
    case 'forbidden':
      return 403;
    case 'topic-not-found':
    case 'group-not-found':
    case 'message-not-found':
    case 'transaction-not-found':
    case 'not-found':
      return 404;
    case 'already-exists':
    case 'conflict':
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
    case 'unavailable':
      return 503;
    default:
      return 400;
  }
}
