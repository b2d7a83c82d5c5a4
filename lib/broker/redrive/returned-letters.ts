import { GIVEN_BACK_MS, keepMsOf } from '../../model/dead-letter-retention';
import type { BrokerContext } from '../context';

/** How long dead letters are kept that a re-drive had chosen and did not release, milliseconds. */
export async function returnedLetters(
  ctx: BrokerContext,
): Promise<{ readonly retentionMs: number | null; readonly keepMs: number }> {
  const { value } = await ctx.settings.refresh('dead-letter-retention');
  return { retentionMs: keepMsOf(value), keepMs: GIVEN_BACK_MS };
}
