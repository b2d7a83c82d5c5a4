import { redriveName } from '../../../broker';
import { change, type ControlledRedrive, type ControlRedriveInput, over } from '../../../broker/redrive/control';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { clusterRedriveCancel } from '../../../store/queries/cluster-redrive/send';
import type { ClusterEngine } from '../clusters/directory';

/** What was not sent stays a dead letter; what was sent is with the group. @throws BrokerError not-found, conflict */
export async function cancelClusterRedrive(
  { letters }: ClusterEngine,
  input: ControlRedriveInput,
): Promise<ControlledRedrive & { readonly left: number }> {
  const { redriveId, actor, reason } = input;
  const { changed, left } = await change(letters, input, async (db, job) => {
    if (job.state === 'cancelled') return { changed: false, left: 0 };
    if (job.state === 'completed') throw over(job, 'cancel');
    const kept = await clusterRedriveCancel(db, redriveId);
    await appendAudit(db, {
      ...{ actor, action: 'redrive.cancel', target: redriveName(redriveId), reason },
      ...{ before: { state: job.state }, after: { state: 'cancelled' }, counts: { left: kept } },
    });
    return { changed: true, left: kept };
  });
  return { redriveId, state: 'cancelled', changed, left };
}
