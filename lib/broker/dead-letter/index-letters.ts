import { letterIndex, letterTextDue } from '../../store/queries/dead-letter/letter-text';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

/** One transaction. 100 bodies with a word at each character take a tenth of the time that a statement may take. */
const BATCH = 100;

/** Makes what died, or was reported on, findable by its words. @returns whether there may be more */
export async function indexLetters(ctx: BrokerContext): Promise<boolean> {
  return (await retryRolledBack(() => letterIndex(ctx.store.broker, BATCH))) >= BATCH;
}

const MOST_DUE = 1000;

/** How many dead letters a search may not find yet; from a thousand on, a thousand. */
export function countNotSearched(ctx: BrokerContext): Promise<number> {
  return letterTextDue(ctx.store.console, MOST_DUE);
}
