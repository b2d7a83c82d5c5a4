import type { AlarmIncident } from '../../model/alarm/incident';
import { detachedNotice } from '../../model/alarm/notice';
import { deliveryQueueTold } from '../../store/queries/alarm/alarm-delivery';
import { alarmPassHold, incidentsOfDetached } from '../../store/queries/alarm/alarm-incident';
import type { Queryable } from '../../store/queryable';

/** Before the lock of the cluster: alarms are not evaluated from here on, until the transaction ends. */
export const holdAlarms = alarmPassHold;

/**
 * Ends the open alarms of a cluster with it: channels that were notified of one are notified that it is closed, not
 * resolved. In the transaction that deletes the cluster, and its alarms with it. @returns what they were about
 */
export async function closeAlarmsOf(
  db: Queryable,
  at: Date,
  { clusterId, name }: { readonly clusterId: number; readonly name: string },
): Promise<readonly Pick<AlarmIncident, 'watch' | 'subject'>[]> {
  const open = await incidentsOfDetached(db, clusterId);
  for (const incident of open) await deliveryQueueTold(db, at, incident.incidentId, detachedNotice(incident, name, at));
  return open;
}
