import { type BrokerContext, checkReport, FAILURE_LIMITS, type ReportFailureInput } from '../../../broker';
import { mustHaveEntries } from '../../../model/check-number';
import { clusterReportInsert } from '../../../store/queries/cluster/cluster-report';
import type { ClusterEngine } from '../clusters/directory';
import { applyReports } from './apply-reports';

/**
 * Why deliveries of a cluster failed, in the applications' words. The brokers cannot be asked whether there was such a
 * delivery: each report is kept, and its letter finds it, or it is forgotten with time.
 * @returns of each whether it was the first of its delivery @throws BrokerError bad-request
 */
export async function reportClusterFailures(
  ctx: BrokerContext,
  { clusterId, letters }: ClusterEngine,
  inputs: readonly ReportFailureInput[],
): Promise<readonly boolean[]> {
  if (inputs.length === 0 || inputs.length > FAILURE_LIMITS.reports)
    throw mustHaveEntries('items', FAILURE_LIMITS.reports, inputs.length);
  const at = (index: number): string => (inputs.length === 1 ? '' : `items.${index}.`);
  const reports = inputs.map((input, index) => checkReport(input, at(index)));
  const rows = reports.map(({ group, messageId, attempt, errorType, message, stack, appVersion }) => ({
    ...{ group, messageId, attempt, errorType, message, stack: stack ?? null, appVersion: appVersion ?? null },
  }));
  const stored = await clusterReportInsert(ctx.store.console, ctx.clock.nowOrNull(), clusterId, rows);
  const messageIds = [...new Set(rows.map(({ messageId }) => messageId))];
  const named = await applyReports(letters, clusterId, { messageIds });
  if (named > 0) ctx.changes.emit({ kind: 'dead-letter' });
  return stored;
}
