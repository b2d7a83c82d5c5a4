import { isBrokerError } from '../../model/errors';
import type { Refused, RefusalWaits } from './refusal-waits';

/**
 * Runs a client's request and notes, when it is refused, since when it waits; when it is taken, that it waited no longer.
 * @param id the same when the client tries again: of a send the message id, of a receive who asks for what
 */
export async function recordRefusalWait<T>(
  waits: RefusalWaits,
  who: Omit<Refused, 'limit'>,
  id: string,
  run: () => Promise<T>,
): Promise<T> {
  // A receive may be held for long after it was let through: that is no wait for a limit.
  const startedMs = waits.nowMs();
  try {
    const result = await run();
    waits.taken(id, startedMs);
    return result;
  } catch (error) {
    if (isBrokerError(error) && error.code === 'too-many-requests')
      waits.refused({ limit: error.field ?? '', ...who }, id);
    throw error;
  }
}
