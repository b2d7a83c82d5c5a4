import type { Actor } from '../../model/audit/actor';
import { groupOfSubject } from '../../model/alarm/subject';
import { SIGNALS } from '../../model/signal/signal';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { eventAppend, incidentRead, incidentRedrive } from '../../store/queries/alarm/alarm-incident';
import { alarmRedriveAttach } from '../../store/queries/alarm/alarm-redrives';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { Queryable } from '../../store/queryable';
import type { BrokerContext } from '../context';
import { redriveName } from '../../model/redrive/redrive';

interface AttachInput {
  readonly incidentId: number;
  readonly redriveId: number;
  readonly group: string;
  readonly actor: Actor;
}

/**
 * Records, in the transaction that starts a re-drive, the alarm that it is started for: the verdict of the re-drive
 * resolves that alarm.
 * @throws BrokerError not-found
 */
export async function attachToAlarm(
  ctx: BrokerContext,
  db: Queryable,
  { incidentId, redriveId, group, actor }: AttachInput,
): Promise<void> {
  await requireAlarm(db, incidentId, group);
  const now = ctx.clock.nowOrNull() ?? (await databaseTime(db));
  if (!(await alarmRedriveAttach(db, now, { incidentId, redriveId, by: actor.name }))) return;
  await incidentRedrive(db, incidentId, redriveId);
  await eventAppend(db, incidentId, now, 'redrive', { actor: actor.name, note: redriveName(redriveId) });
}

/**
 * One answer for no alarm and for one of another group, which may be another team's.
 * @throws BrokerError not-found: no alarm of this id is about dead letters of the group
 */
export async function requireAlarm(db: Queryable, incidentId: number, group: string): Promise<void> {
  const incident = await incidentRead(db, incidentId);
  if (incident !== null && SIGNALS[incident.watch].ofDeadLetters && groupOfSubject(incident.subject) === group) return;
  throw new BrokerError(
    'not-found',
    told('No alarm {incidentId} is about dead letters of consumer group {group}.', { incidentId, group }),
    {
      field: 'incident',
      limit: 'an alarm about dead letters of the same group',
      value: incidentId,
    },
  );
}
