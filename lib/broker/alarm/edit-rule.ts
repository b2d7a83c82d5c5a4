import { checkRule } from '../../model/alarm/check-rule';
import type { RuleFields } from '../../model/alarm/defaults';
import type { AlarmRule } from '../../model/alarm/rule';
import { SIGNALS } from '../../model/signal/signal';
import type { Actor } from '../../model/audit/actor';
import { tooManyCharacters } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { channelList } from '../../store/queries/alarm/alarm-channel';
import {
  ruleDelete,
  ruleInsert,
  ruleList,
  ruleLock,
  ruleUpdate,
  type StoredRule,
} from '../../store/queries/alarm/alarm-rule';
import { appendAudit } from '../../store/queries/audit/audit-append';
import type { Queryable } from '../../store/queryable';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { engineOf } from '../engine-of';
import { savedMeanwhile } from '../../model/saved-meanwhile';

export interface EditReason {
  readonly reason: string;
  readonly actor: Actor;
}

const MAX_REASON_CHARS = 500;

export async function listAlarmRules(ctx: BrokerContext): Promise<StoredRule[]> {
  return await ruleList(ctx.store.console);
}

/**
 * Creates a rule; it is evaluated within ten seconds.
 * @throws BrokerError bad-request, already-exists (one rule per watch and subject), topic-not-found, group-not-found
 */
export async function createAlarmRule(
  ctx: BrokerContext,
  fields: RuleFields,
  { reason, actor }: EditReason,
): Promise<StoredRule> {
  return await change(ctx, async (db) => {
    await check(ctx, fields, reason);
    const rule = await ruleInsert(db, ctx.clock.nowOrNull(), { fields, reason, updatedBy: actor.name });
    if (rule === null) throw exists(fields);
    await appendAudit(db, { actor, action: 'alarm-rule.create', target: ruleName(rule), reason, after: pick(rule) });
    return rule;
  });
}

/** @throws BrokerError bad-request, not-found, conflict (changed meanwhile), already-exists */
export async function updateAlarmRule(
  ctx: BrokerContext,
  ruleId: number,
  fields: RuleFields,
  { reason, actor, version }: EditReason & { readonly version: number },
): Promise<StoredRule> {
  return await change(ctx, async (db) => {
    const before = await requireVersion(db, ruleId, version);
    await check(ctx, fields, reason);
    const rule = await ruleUpdate(db, ctx.clock.nowOrNull(), ruleId, { fields, reason, updatedBy: actor.name });
    if (rule === null) throw exists(fields);
    await appendAudit(db, {
      ...{ actor, action: 'alarm-rule.update', target: ruleName(rule), reason },
      before: pick(before),
      after: pick(rule),
    });
    return rule;
  });
}

/**
 * Its firing alarms are resolved at the next evaluation; their history stays.
 * @throws BrokerError not-found, conflict
 */
export async function deleteAlarmRule(
  ctx: BrokerContext,
  ruleId: number,
  { reason, actor, version }: EditReason & { readonly version: number },
): Promise<void> {
  await change(ctx, async (db) => {
    const before = await requireVersion(db, ruleId, version);
    await ruleDelete(db, ruleId);
    await appendAudit(db, {
      actor,
      action: 'alarm-rule.delete',
      target: ruleName(before),
      reason,
      before: pick(before),
    });
  });
}

/** "deaths of orders-billing", "deaths of every group". */
export function ruleName({ watch, subject }: Pick<AlarmRule, 'watch' | 'subject'>): string {
  const kind = SIGNALS[watch].subject;
  return kind === 'broker' && subject === null ? watch : `${watch} of ${subject ?? `every ${kind}`}`;
}

async function change<T>(ctx: BrokerContext, work: (db: Queryable) => Promise<T>): Promise<T> {
  const result = await withTransaction(ctx.store.console, work);
  ctx.changes.emit({ kind: 'alarm' });
  return result;
}

async function check(ctx: BrokerContext, fields: RuleFields, reason: string): Promise<void> {
  checkRule(fields, engineOf(ctx));
  if (reason.length > MAX_REASON_CHARS) throw tooManyCharacters('reason', MAX_REASON_CHARS, reason.length);
  const { watch, subject, channelIds } = fields;
  if (subject !== null && SIGNALS[watch].subject === 'group') await ctx.groups.find(subject);
  if (subject !== null && SIGNALS[watch].subject === 'topic') await ctx.topics.find(subject);
  if (channelIds === null || channelIds.length === 0) return;
  const known = new Set((await channelList(ctx.store.prisma)).map(({ channelId }) => channelId));
  const missing = channelIds.find((channelId) => !known.has(channelId));
  if (missing !== undefined)
    throw new BrokerError('not-found', told('Alarm channel {channelId} does not exist.', { channelId: missing }), {
      field: 'channelIds',
      value: missing,
    });
}

async function requireVersion(db: Queryable, ruleId: number, version: number): Promise<StoredRule> {
  const rule = await ruleLock(db, ruleId);
  if (rule === null)
    throw new BrokerError('not-found', told('Alarm rule {ruleId} does not exist.', { ruleId }), {
      field: 'ruleId',
      value: ruleId,
    });
  if (rule.version === version) return rule;
  throw new BrokerError('conflict', savedMeanwhile(rule.version, version), {
    field: 'version',
    limit: rule.version,
    value: version,
  });
}

function exists(fields: RuleFields): BrokerError {
  return new BrokerError(
    'already-exists',
    told('A rule for {fields} already exists. Edit that rule.', { fields: ruleName(fields) }),
    {
      field: 'subject',
      value: fields.subject,
    },
  );
}

function pick({
  ruleId: _id,
  version: _v,
  reason: _r,
  updatedBy: _b,
  updatedAt: _a,
  ...fields
}: StoredRule): RuleFields {
  return fields;
}
