import type { BrokerContext } from '../../../broker';
import { fingerprintOf } from '../../../model/dead-letter/fingerprint/fingerprint';
import { letterDeliveries, reportedLetters } from '../../../store/queries/cluster/cluster-report';
import { failureReportInsert } from '../../../store/queries/failure/failure-report-insert';
import { retryRolledBack } from '../../../store/sql-errors';

/**
 * Gives dead letters the cause that an application reported. Runs after letters are stored, and after reports are:
 * whichever comes second finds the other. @param letters the context of the cluster @returns how many letters
 */
export async function applyReports(
  letters: BrokerContext,
  clusterId: number,
  of: { readonly ids: readonly number[] } | { readonly messageIds: readonly string[] },
): Promise<number> {
  const db = letters.store.console;
  const found = await reportedLetters(db, clusterId, of);
  if (found.length === 0) return 0;
  await letterDeliveries(db, found);
  const rows = found.map(({ groupId, queueId, off, generation, attempt, errorType, message, stack, appVersion }) => {
    const cause = fingerprintOf({ errorType, message, stack: stack ?? undefined });
    const { fingerprint, errorType: causeType, text: causeText, topFrame } = cause;
    return {
      ...{ groupId, queueId, off, generation, attempt, errorType, message, stack, appVersion },
      ...{ fingerprint, causeType, causeText, topFrame },
    };
  });
  await retryRolledBack(() => failureReportInsert(db, letters.clock.nowOrNull(), rows));
  return found.length;
}
