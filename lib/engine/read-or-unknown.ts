import { msg, t } from '../model/language/t';
import type { Log } from '../model/log';
import { known, type Reading, unknown } from '../model/reading';

export const NO_ANSWER = msg('the database did not respond');

/** One part of a page, read on its own: if it cannot be read it is unknown, and the others are shown. */
export async function readOrUnknown<T>(log: Log, read: Promise<T>, asOf: string): Promise<Reading<T>> {
  try {
    return known(await read, asOf);
  } catch (error) {
    log.warn({ error: String(error) }, 'a part of a page could not be read');
    return unknown<T>(t(NO_ANSWER), asOf);
  }
}
