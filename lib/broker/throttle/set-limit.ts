import type { Actor } from '../../model/audit/actor';
import { mustBeBetween, tooManyCharacters } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { type Told, told } from '../../model/language/t';
import { isRate, LIMIT_BOUNDS, limitName, type ThrottleLimit } from '../../model/throttle/limit';
import { LIMIT_KINDS } from '../../model/throttle/limit-kind';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { levelSettle } from '../../store/queries/throttle/level-settle';
import { limitInsert, limitLock, limitUpdate } from '../../store/queries/throttle/throttle-limit';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { savedMeanwhile } from '../../model/saved-meanwhile';

export interface SetLimitInput extends Pick<ThrottleLimit, 'kind' | 'scope' | 'subject' | 'hard'> {
  /** The version the editor saw; 0: there was none. */
  readonly version: number;
  readonly softShare?: number | undefined;
  readonly burstMs?: number | undefined;
  readonly enabled?: boolean | undefined;
  readonly reason: string;
  readonly actor: Actor;
}

const DEFAULTS = { softShare: 0.8, burstMs: 1000 } as const;

/**
 * Creates or changes a limit; in effect at once here, within a second on the other nodes.
 * @throws BrokerError bad-request, conflict, topic-not-found, group-not-found, not-found (access key)
 */
export async function setLimit(ctx: BrokerContext, input: SetLimitInput): Promise<ThrottleLimit> {
  validate(input);
  if (input.scope === 'topic') await ctx.topics.find(input.subject);
  if (input.scope === 'group') await checkGroup(ctx, input);
  if (input.scope === 'access-key' && input.version === 0) await requireAccessKey(ctx, input.subject);
  const limit = await withTransaction(ctx.store.broker, async (db) => {
    const before = await limitLock(db, input);
    if ((before?.version ?? 0) !== input.version) throw conflict(input, before);
    const fields = {
      kind: input.kind,
      scope: input.scope,
      subject: input.subject,
      hard: input.hard,
      softShare: input.softShare ?? before?.softShare ?? DEFAULTS.softShare,
      burstMs: input.burstMs ?? before?.burstMs ?? DEFAULTS.burstMs,
      enabled: input.enabled ?? before?.enabled ?? true,
      reason: input.reason,
      updatedBy: input.actor.name,
    };
    const now = ctx.clock.nowOrNull();
    const after =
      before === null ? await limitInsert(db, now, fields) : await limitUpdate(db, now, before.version, fields);
    if (after === null) throw conflict(input, before);
    // The level may be on the other side of the new lines. A limit that was switched off waits for the next reading.
    const level = before?.enabled === true ? ctx.throttle.levelOf(after) : null;
    if (level !== null) await levelSettle(db, now, level.readAt, [{ limitId: after.limitId, value: level.value }]);
    await appendAudit(db, {
      actor: input.actor,
      action: before === null ? 'limit.create' : 'limit.update',
      target: limitName(after),
      reason: input.reason,
      before: before === null ? undefined : pick(before),
      after: pick(after),
    });
    return after;
  });
  await ctx.throttle.reload();
  ctx.changes.emit({ kind: 'limit' });
  return limit;
}

/**
 * Each client of a broadcast group reads at its own pace: the group as a whole has no backlog that could be limited.
 */
async function checkGroup({ groups }: BrokerContext, { kind, subject }: SetLimitInput): Promise<void> {
  const { messageModel } = await groups.find(subject);
  if (messageModel === 'broadcasting' && !isRate(kind)) {
    const must = 'a group whose clients share its messages';
    refuse(
      'subject',
      must,
      subject,
      told('{kind} cannot be limited for a broadcast group: each of its clients reads independently.', { kind }),
    );
  }
}

/**
 * A limit on a key that does not exist would never refuse anything. A limit of a deleted key may be changed and
 * removed.
 */
async function requireAccessKey({ accessKeys }: BrokerContext, accessKeyId: string): Promise<void> {
  if (accessKeys.find(accessKeyId) !== undefined) return;
  await accessKeys.refresh();
  if (accessKeys.find(accessKeyId) !== undefined) return;
  throw new BrokerError('not-found', told('Access key {accessKeyId} does not exist.', { accessKeyId }), {
    field: 'subject',
    value: accessKeyId,
  });
}

export function pick({ hard, softShare, burstMs, enabled }: ThrottleLimit): Record<string, unknown> {
  return { hard, softShare, burstMs, enabled };
}

function validate({ kind, scope, subject, hard, softShare, burstMs, reason }: SetLimitInput): void {
  const scopes: readonly string[] = LIMIT_KINDS[kind].scopes;
  if (!scopes.includes(scope))
    refuse('scope', scopes.join(' or '), scope, told('scope of {kind} must be one of {scopes}.', { kind, scopes }));
  if (scope === 'broker' && subject !== '')
    refuse(
      'subject',
      'empty',
      subject,
      told('subject must be empty for a limit of the whole broker (got {subject}).', { subject }),
    );
  if (scope !== 'broker' && subject === '') refuse('subject', `a ${scope}`, subject, told('subject is required.'));
  const most = LIMIT_BOUNDS.hard;
  if (!Number.isFinite(hard) || hard <= 0 || hard > most)
    refuse(
      'hard',
      `more than 0, at most ${most}`,
      hard,
      told('hard must be above 0 and at most {most} (got {hard}).', { most, hard }),
    );
  const [minShare, maxShare] = LIMIT_BOUNDS.softShare;
  if (softShare !== undefined && !(softShare >= minShare && softShare <= maxShare))
    throw mustBeBetween('softShare', [minShare, maxShare], softShare);
  const [minBurst, maxBurst] = LIMIT_BOUNDS.burstMs;
  if (burstMs !== undefined && !(Number.isInteger(burstMs) && burstMs >= minBurst && burstMs <= maxBurst))
    throw mustBeBetween('burstMs', [minBurst, maxBurst], burstMs);
  if (burstMs !== undefined && !isRate(kind))
    refuse('burstMs', 'a rate', kind, told('burstMs is for rates only, and {kind} is a level.', { kind }));
  const limit = LIMIT_BOUNDS.reasonChars;
  if (reason.length > limit) throw tooManyCharacters('reason', limit, reason.length);
}

function refuse(field: string, limit: string | number, value: string | number, message: Told): never {
  throw new BrokerError('bad-request', message, { field, limit, value });
}

function conflict(input: SetLimitInput, current: ThrottleLimit | null): BrokerError {
  return new BrokerError('conflict', savedMeanwhile(current?.version ?? null, input.version), {
    field: 'version',
    limit: current?.version ?? 0,
    value: input.version,
  });
}
