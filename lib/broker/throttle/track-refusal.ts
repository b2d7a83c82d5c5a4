import { isBrokerError } from '../../model/errors';
import type { Refused, RefusalWaits } from '../process/throttle/refusal-waits';

/**
 * Runs a client's request. Records the start of the client's wait when it is refused, and the end when it is accepted.
 * @param id the same for each try: for a send the message id, for a receive the client with its group and topic
 */
export async function trackRefusal<T>(
  waits: RefusalWaits,
  who: Omit<Refused, 'limit'>,
  id: string,
  run: () => Promise<T>,
): Promise<T> {
  // A receive may be held for long after it was let through: that is not a wait for a limit.
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
