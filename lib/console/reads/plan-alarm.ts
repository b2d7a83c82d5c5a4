import 'server-only';
import { groupOfSubject } from '../../model/alarm/subject';
import { WATCHES } from '../../model/alarm/watch';
import { incidentRead } from '../../store/queries/alarm/alarm-incident';
import type { ReadContext } from '../http/context';

/** The alarm that a re-drive is planned for. */
export interface PlanAlarm {
  readonly incidentId: number;
  readonly name: string;
  readonly firedAt: string;
  readonly isOpen: boolean;
}

/** Null: there is none, or it is not about dead letters of this group. */
export async function readPlanAlarm(
  { store }: ReadContext,
  incidentId: number,
  group: string,
): Promise<PlanAlarm | null> {
  const incident = await incidentRead(store.console, incidentId);
  if (incident === null || !WATCHES[incident.watch].ofDeadLetters || groupOfSubject(incident.subject) !== group)
    return null;
  return {
    incidentId,
    name: WATCHES[incident.watch].says,
    firedAt: incident.firedAt.toISOString(),
    isOpen: incident.resolvedAt === null,
  };
}
