import { isBrokerError } from '../model/errors';

/** @throws what else than that it was not found */
export async function exists(find: () => Promise<unknown>): Promise<boolean> {
  try {
    await find();
    return true;
  } catch (error) {
    if (isBrokerError(error) && error.code.endsWith('not-found')) return false;
    throw error;
  }
}
