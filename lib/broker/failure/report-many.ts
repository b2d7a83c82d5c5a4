import { mustHaveEntries } from '../../model/check-number';
import type { BrokerContext } from '../context';
import { checkReport, FAILURE_LIMITS, type ReportFailureInput } from '../process/failure/check-report';
import type { ReportOutcome } from '../process/failure/report-lane';

/**
 * Many reports in one call. One that is malformed refuses the call before anything is stored; what only the database
 * shows (no such message, no such group) is the outcome of that report alone.
 * @returns the result of each, in their order
 * @throws BrokerError bad-request naming the item, too-many-requests
 */
export async function reportFailures(
  ctx: BrokerContext,
  inputs: readonly ReportFailureInput[],
): Promise<readonly ReportOutcome[]> {
  if (inputs.length === 0 || inputs.length > FAILURE_LIMITS.reports)
    throw mustHaveEntries('items', FAILURE_LIMITS.reports, inputs.length);
  const reports = inputs.map((input, index) => checkReport(input, `items.${index}.`));
  return await Promise.all(reports.map((report) => ctx.reports.submit(report)));
}
