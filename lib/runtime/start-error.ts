import { troubleOf } from '../store/database-trouble';

/** A start-up failure the operator can act on: one sentence, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Next loads this file twice, so `instanceof` is not enough. */
export function isStartError(error: unknown): error is StartError {
  return error instanceof Error && error.name === 'StartError';
}

/** For the person who started it. */
export function describeFailure(error: unknown): string {
  if (isStartError(error)) return error.message;
  const trouble = troubleOf(error);
  // An address that cannot be reached need not be that of the database.
  if (trouble?.kind === 'unreachable') return `Redrive cannot start: ${(error as Error).message}.`;
  if (trouble !== null) return `Redrive cannot start: ${trouble.says}.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
