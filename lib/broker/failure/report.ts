import type { BrokerContext } from '../context';
import { checkReport, type ReportFailureInput } from '../process/failure/check-report';

/**
 * Keeps why a delivery failed, in the application's words. Comes beside the protocol: before the failure itself, after
 * it, or after the message has died. Idempotent: the first report of a delivery stays.
 * @returns whether this was the first one
 * @throws BrokerError bad-request, illegal-group, group-not-found, message-not-found, too-many-requests
 */
export async function reportFailure(ctx: BrokerContext, input: ReportFailureInput): Promise<{ stored: boolean }> {
  const outcome = await ctx.reports.submit(checkReport(input));
  if ('error' in outcome) throw outcome.error;
  return { stored: outcome.stored };
}
