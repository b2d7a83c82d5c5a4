import { RETURNED_KEEP_MS, keepMsOf } from '../../model/dead-letter-retention';
import type { BrokerContext } from '../context';

/** What becomes of dead letters that a re-drive had chosen and does not release after all, milliseconds. */
export async function returnTerms(
  ctx: BrokerContext,
): Promise<{ readonly retentionMs: number | null; readonly keepMs: number }> {
  const { value } = await ctx.settings.refresh('dead-letter-retention');
  return { retentionMs: keepMsOf(value), keepMs: RETURNED_KEEP_MS };
}
