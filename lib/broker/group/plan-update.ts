import type { ConsumerGroup } from '../../model/group/group';
import {
  changeGroupSettings,
  type GroupSettings,
  type GroupSettingsInput,
  pickGroupSettings,
} from '../../model/group/group-settings';
import { effectOf, type PolicyEffect, retries } from '../../model/delivery/policy-effect';
import { groupVersion } from '../../store/queries/group/group-versions';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { readAttempts } from '../retry/deaths-due';
import { noSuchVersion } from './revert';
import { checkChange, conflict } from './update';
import { readGroupWork } from './work';

export interface PlanGroupUpdateInput extends GroupSettingsInput {
  readonly name: string;
  /** The version that the editor saw. */
  readonly version: number;
}

export interface PlannedGroupUpdate {
  readonly group: ConsumerGroup;
  readonly after: GroupSettings;
  /** For messages that have failed; null: one of the two versions retries nothing. */
  readonly effect: PolicyEffect | null;
}

/**
 * What updateGroup would do, and whether it would be refused; nothing is changed.
 * @throws BrokerError as updateGroup
 */
export async function planGroupUpdate(
  ctx: BrokerContext,
  { name, version, ...input }: PlanGroupUpdateInput,
): Promise<PlannedGroupUpdate> {
  const group = await ctx.groups.readNow(name);
  if (group.version !== version) throw conflict(group, version);
  const now = ctx.clock.nowOrNull() ?? (await aboutDatabaseTime(ctx.store.console));
  const before = pickGroupSettings(group);
  const after = changeGroupSettings(before, input);
  checkChange(before, after, await readGroupWork(ctx.store.console, now, group.groupId));
  if (!retries(before) || !retries(after)) return { group, after, effect: null };
  const buckets = await readAttempts(ctx, now, group.groupId);
  return { group, after, effect: effectOf([{ before, buckets }], after, now.toISOString(), 'embedded') };
}

/** What revertGroup would do. @throws BrokerError not-found, and as updateGroup */
export async function planGroupRevert(
  ctx: BrokerContext,
  { name, to, version }: { readonly name: string; readonly to: number; readonly version: number },
): Promise<PlannedGroupUpdate> {
  const { groupId } = await ctx.groups.find(name);
  const past = await groupVersion(ctx.store.prisma, groupId, to);
  if (past === null) throw noSuchVersion(name, to, version);
  return await planGroupUpdate(ctx, { ...pickGroupSettings(past), name, version });
}
