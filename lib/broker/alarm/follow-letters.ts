import { fingerprintOfSubject, groupOfSubject } from '../../model/alarm/subject';
import type { AlarmIncident, LettersBecame } from '../../model/alarm/incident';
import { SIGNALS } from '../../model/signal/signal';
import { eventAppend, incidentBecame, incidentRedrive } from '../../store/queries/alarm/alarm-incident';
import { type LetterScope, lettersBecame, lettersLeft } from '../../store/queries/alarm/alarm-letters';
import {
  alarmRedriveAttach,
  alarmRedriveSee,
  attachedRedrives,
  diedAgainOf,
  redrivesToAttach,
} from '../../store/queries/alarm/alarm-redrives';
import type { Queryable } from '../../store/queryable';
import type { BrokerContext } from '../context';
import { engineOf } from '../engine-of';
import { redriveName } from '../../model/redrive/redrive';

/** What is left of the dead letters of an alarm, and the outcome of the others. */
export interface FollowedLetters {
  readonly left: number;
  readonly became: LettersBecame;
  readonly redriveIds: readonly number[];
  /** Messages of one of its re-drives died again since the last evaluation, for the first time. */
  readonly diedAgain: boolean;
}

type About = Pick<AlarmIncident, 'watch' | 'subject' | 'threshold'>;

/**
 * Looks at the dead letters of an open alarm: attaches the re-drives of its group, whose verdicts are its end, and
 * stores their outcomes.
 */
export async function followLetters(
  ctx: BrokerContext,
  db: Queryable,
  now: Date,
  incident: AlarmIncident,
): Promise<FollowedLetters> {
  const { incidentId, subject, firedAt } = incident;
  const read = ctx.store.console;
  const found = await redrivesToAttach(
    read,
    incidentId,
    groupOfSubject(subject),
    firedAt,
    fingerprintOfSubject(subject),
  );
  for (const redriveId of found) {
    await alarmRedriveAttach(db, now, { incidentId, redriveId, by: null });
    await incidentRedrive(db, incidentId, redriveId);
    await eventAppend(db, incidentId, now, 'redrive', { note: redriveName(redriveId) });
  }
  const attached = await attachedRedrives(db, incidentId);
  const redriveIds = attached.map(({ redriveId }) => redriveId);
  const again =
    redriveIds.length === 0 ? new Map<number, number>() : await diedAgainOf(read, redriveIds, engineOf(ctx));
  let diedAgain = false;
  for (const { redriveId, diedAgain: before } of attached) {
    const count = again.get(redriveId) ?? 0;
    if (count <= before) continue;
    await alarmRedriveSee(db, incidentId, redriveId, count);
    if (before > 0) continue;
    diedAgain = true;
    await eventAppend(db, incidentId, now, 'died-again', { note: redriveName(redriveId), value: count });
  }
  const scope = await scopeOf(ctx, incident, firedAt, now, redriveIds);
  const [left, became] = await Promise.all([lettersLeft(read, scope), lettersBecame(read, scope, engineOf(ctx))]);
  if (JSON.stringify(became) !== JSON.stringify(incident.became)) await incidentBecame(db, incidentId, became);
  return { left, became, redriveIds, diedAgain };
}

/** How many there are for an alarm that fires now. */
export async function countLetters(ctx: BrokerContext, about: About, now: Date): Promise<number> {
  return await lettersLeft(ctx.store.console, await scopeOf(ctx, about, now, now, []));
}

async function scopeOf(
  ctx: BrokerContext,
  { watch, subject, threshold }: About,
  since: Date,
  now: Date,
  redriveIds: readonly number[],
): Promise<LetterScope> {
  const { groupId } = await ctx.groups.find(groupOfSubject(subject));
  const fingerprint = SIGNALS[watch].perCause ? fingerprintOfSubject(subject) : null;
  const diedBy = watch === 'dead-letter-age' ? new Date(now.getTime() - threshold * 1000) : null;
  return { groupId, fingerprint, diedBy, since, redriveIds };
}
