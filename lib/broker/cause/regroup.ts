import { FINGERPRINT_VERSION, fingerprintOf } from '../../model/dead-letter/fingerprint/fingerprint';
import { deadLetterRegroup } from '../../store/queries/cause/dead-letter-regroup';
import { reportRegroup, staleReports } from '../../store/queries/cause/report-regroup';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';

/** Small: reports that arrive wait for none of it. */
const BATCH = 500;
/** A report and a death that happen at once see each other after this long at most. */
const SETTLE_MS = 3_000;

export interface RegroupOptions {
  /** Of the rules; a test gives its own. */
  readonly version?: number;
  readonly rules?: typeof fingerprintOf;
}

/**
 * One batch of what is not named by the rules of this program: reports first, then dead letters that no report names.
 * What is done is done; after a restart the rest follows. @returns whether there may be more
 */
export async function regroupCauses(
  ctx: BrokerContext,
  { version = FINGERPRINT_VERSION, rules = fingerprintOf }: RegroupOptions = {},
): Promise<boolean> {
  const reports = await retryRolledBack(() =>
    withTransaction(ctx.store.broker, async (db) => {
      const stale = await staleReports(db, version, BATCH);
      if (stale.length === 0) return 0;
      const regrouped = stale.map(({ errorType, message, stack, fingerprint: former, ...place }) => {
        const { fingerprint, errorType: causeType, text: causeText, topFrame } = rules({ errorType, message, stack });
        return { ...place, fingerprint, causeType, causeText, topFrame, former };
      });
      await reportRegroup(db, version, regrouped);
      return stale.length;
    }),
  );
  if (reports > 0) {
    ctx.changes.emit({ kind: 'dead-letter' });
    return true;
  }
  const letters = await retryRolledBack(() =>
    deadLetterRegroup(ctx.store.broker, ctx.clock.nowOrNull(), version, SETTLE_MS, BATCH),
  );
  if (letters > 0) ctx.changes.emit({ kind: 'dead-letter' });
  return letters >= BATCH;
}
