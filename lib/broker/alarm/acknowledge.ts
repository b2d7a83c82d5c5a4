import type { Actor } from '../../model/audit/actor';
import type { AlarmIncident } from '../../model/alarm/incident';
import { noticeOf } from '../../model/alarm/notice';
import { tooManyCharacters } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { deliveryQueueTold } from '../../store/queries/alarm/alarm-delivery';
import { eventAppend, incidentAcknowledge, incidentRead } from '../../store/queries/alarm/alarm-incident';
import { stateSilence, stateUnsilence } from '../../store/queries/alarm/alarm-state';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { Queryable } from '../../store/queryable';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { ruleName } from './edit-rule';

export interface IncidentInput {
  readonly incidentId: number;
  readonly reason: string;
  readonly actor: Actor;
}

const DAY_MS = 86_400_000;
const MIN_SILENCE_MS = 60_000;
const MAX_SILENCE_MS = 30 * DAY_MS;
const MAX_REASON_CHARS = 500;

/**
 * Acknowledges an alarm: its notifications stop repeating, and the channels that were notified of it are notified of
 * this.
 * @throws BrokerError not-found, conflict (resolved, or already acknowledged)
 */
export async function acknowledgeAlarm(
  ctx: BrokerContext,
  { incidentId, reason, actor }: IncidentInput,
): Promise<void> {
  await change(ctx, async (db, now) => {
    const incident = await requireOpen(db, incidentId, reason);
    if (!(await incidentAcknowledge(db, incidentId, now, actor.name)))
      throw new BrokerError(
        'conflict',
        told('{acknowledgedBy} has already acknowledged it.', { acknowledgedBy: incident.acknowledgedBy ?? '' }),
        {
          field: 'incidentId',
          value: incidentId,
        },
      );
    const notice = noticeOf('acknowledged', { ...incident, acknowledgedBy: actor.name }, '', ctx.workspace);
    if (incident.told) await deliveryQueueTold(db, now, incidentId, notice);
    await note(db, now, incident, 'acknowledged', { incidentId, reason, actor });
  });
}

/**
 * Sends no notifications about this subject of this rule for a time, even if it fires again. If it fires when the
 * time ends, they are sent then.
 * @throws BrokerError bad-request, not-found, conflict (resolved)
 */
export async function silenceAlarm(
  ctx: BrokerContext,
  { forMs, ...input }: IncidentInput & { readonly forMs: number },
): Promise<Date> {
  if (!Number.isInteger(forMs) || forMs < MIN_SILENCE_MS || forMs > MAX_SILENCE_MS)
    throw new BrokerError(
      'bad-request',
      told('forMs must be between {minSilenceMs} and {maxSilenceMs} ms (got {forMs}).', {
        minSilenceMs: MIN_SILENCE_MS,
        maxSilenceMs: MAX_SILENCE_MS,
        forMs,
      }),
      {
        field: 'forMs',
        limit: `${MIN_SILENCE_MS} to ${MAX_SILENCE_MS} ms`,
        value: forMs,
      },
    );
  if (input.reason.trim() === '')
    throw new BrokerError('bad-request', told('A reason is required to silence an alarm.'), {
      field: 'reason',
      limit: 'not empty',
      value: '',
    });
  return await change(ctx, async (db, now) => {
    const incident = await requireOpen(db, input.incidentId, input.reason);
    const until = new Date(now.getTime() + forMs);
    const { reason, actor } = input;
    await stateSilence(db, incident.ruleId, incident.subject, { until, by: actor.name, reason });
    await note(db, now, incident, 'silenced', { ...input, reason: `until ${until.toISOString()}: ${reason}` });
    return until;
  });
}

/**
 * Also when the alarm is resolved: its silence stays for the next alarm, and can be ended before one fires.
 * @throws BrokerError not-found, conflict (not silenced)
 */
export async function unsilenceAlarm(ctx: BrokerContext, input: IncidentInput): Promise<void> {
  await change(ctx, async (db, now) => {
    const incident = await requireIncident(db, input.incidentId, input.reason);
    if (!(await stateUnsilence(db, now, incident.ruleId, incident.subject)))
      throw new BrokerError('conflict', told('The alarm is not silenced.'), {
        field: 'incidentId',
        value: input.incidentId,
      });
    await note(db, now, incident, 'unsilenced', input);
  });
}

async function change<T>(ctx: BrokerContext, work: (db: Queryable, now: Date) => Promise<T>): Promise<T> {
  const result = await withTransaction(ctx.store.console, async (db) =>
    work(db, ctx.clock.nowOrNull() ?? (await databaseTime(db))),
  );
  ctx.changes.emit({ kind: 'alarm' });
  return result;
}

async function requireOpen(db: Queryable, incidentId: number, reason: string): Promise<AlarmIncident> {
  const incident = await requireIncident(db, incidentId, reason);
  if (incident.resolvedAt !== null)
    throw new BrokerError('conflict', told('The alarm is already resolved.'), {
      field: 'incidentId',
      value: incidentId,
    });
  return incident;
}

async function requireIncident(db: Queryable, incidentId: number, reason: string): Promise<AlarmIncident> {
  if (reason.length > MAX_REASON_CHARS) throw tooManyCharacters('reason', MAX_REASON_CHARS, reason.length);
  const incident = await incidentRead(db, incidentId, true);
  if (incident === null)
    throw new BrokerError('not-found', told('Alarm {incidentId} does not exist.', { incidentId }), {
      field: 'incidentId',
      value: incidentId,
    });
  return incident;
}

async function note(
  db: Queryable,
  now: Date,
  incident: AlarmIncident,
  kind: 'acknowledged' | 'silenced' | 'unsilenced',
  { incidentId, reason, actor }: IncidentInput,
): Promise<void> {
  await eventAppend(db, incidentId, now, kind, { actor: actor.name, ...(reason === '' ? {} : { note: reason }) });
  const action = { acknowledged: 'alarm.acknowledge', silenced: 'alarm.silence', unsilenced: 'alarm.unsilence' }[kind];
  await appendAudit(db, { actor, action, target: `${ruleName(incident)} (alarm ${incidentId})`, reason });
}
