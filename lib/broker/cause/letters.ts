import { expiryOf, keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import { probableLetters } from '../../store/queries/cause/cause-probably';
import { deadLetterBrowse } from '../../store/queries/dead-letter/dead-letter-browse';
import type { BrokerContext } from '../context';
import type { DeadLetter } from '../dead-letter/browse';
import { type CauseInput, findCause } from './read';

export interface CauseLettersInput extends CauseInput {
  /** Those without a reason of their own, of the same group and moment. */
  readonly probably?: boolean | undefined;
  readonly limit: number;
}

/** The newest dead letters of a cause. @throws BrokerError group-not-found, not-found */
export async function listCauseLetters(
  ctx: BrokerContext,
  { probably = false, limit, ...input }: CauseLettersInput,
): Promise<DeadLetter[]> {
  const db = ctx.store.console;
  const { groupId, fingerprint } = await findCause(ctx, input);
  const match = probably
    ? { groupId, ids: (await probableLetters(db, { groupId, fingerprint }, limit)).map(({ id }) => id) }
    : { groupId, fingerprints: [fingerprint] };
  const rows = await deadLetterBrowse(db, match, null, limit);
  const keepMs = keepMsOf((await ctx.settings.find('dead-letter-retention')).value);
  return rows.map((row) => ({ ...row, expiresAt: expiryOf(row, keepMs) }));
}
