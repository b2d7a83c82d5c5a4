import type { AlarmIncident } from '../../model/alarm/incident';
import type { AlarmState } from '../../model/alarm/machine';
import type { AlarmRule } from '../../model/alarm/rule';
import { WATCHES } from '../../model/alarm/watch';
import { isDecided } from '../../model/redrive';
import { eventAppend, incidentRedrive } from '../../store/queries/alarm/alarm-incident';
import { redriveSince, unhandledSince } from '../../store/queries/alarm/alarm-numbers';
import { redriveRead } from '../../store/queries/redrive/redrive-read';
import type { Queryable } from '../../store/queryable';
import type { BrokerContext } from '../context';

/**
 * Records the re-drive that was started for an alarm about dead letters. @returns the incident when that re-drive
 * resolved it: every message of it was consumed, and nothing of the incident is dead or under way any more; else null
 */
export async function attachRedrive(
  ctx: BrokerContext,
  db: Queryable,
  now: Date,
  { clearBelow }: AlarmRule,
  incident: AlarmIncident,
  { firedAtMs }: AlarmState,
): Promise<AlarmIncident | null> {
  const { watch, subject, incidentId, firedAt, windowMs } = incident;
  if (!WATCHES[watch].ofDeadLetters || firedAtMs === null) return null;
  const redriveId = await redriveSince(ctx.store.console, subject, firedAt);
  if (redriveId === null) return null;
  if (redriveId !== incident.redriveId) {
    await incidentRedrive(db, incidentId, redriveId);
    await eventAppend(db, incidentId, now, 'redrive', { note: `re-drive ${redriveId}` });
  }
  // Asked first: an alarm may stay open for days, and to count the verdicts of a large re-drive takes time.
  const [since, mayStay] =
    watch === 'deaths' ? [new Date(firedAt.getTime() - windowMs), 0] : [new Date(0), Math.ceil(clearBelow) - 1];
  if ((await unhandledSince(ctx.store.console, subject, since, mayStay + 1)) > mayStay) return null;
  const redrive = await redriveRead(ctx.store.console, redriveId);
  if (redrive === null || redrive.state !== 'completed') return null;
  const { consumed, diedAgain } = redrive.counts;
  if (consumed === 0 || diedAgain > 0 || !isDecided(redrive.counts)) return null;
  return { ...incident, redriveId };
}
