import { type BrokerContext, checkReport, FAILURE_LIMITS, type ReportFailureInput } from '../../../broker';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
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
    throw new BrokerError(
      'bad-request',
      told('{field} must have {least} to {most} entries (got {value}).', {
        field: 'items',
        least: 1,
        most: FAILURE_LIMITS.reports,
        value: inputs.length,
      }),
      { field: 'items', limit: `1 to ${FAILURE_LIMITS.reports}`, value: inputs.length },
    );
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
