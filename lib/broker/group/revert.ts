import type { Actor } from '../../model/audit/actor';
import { requireReason } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { ConsumerGroup } from '../../model/group/group';
import { pickGroupSettings } from '../../model/group/group-settings';
import { groupVersion } from '../../store/queries/group/group-versions';
import type { BrokerContext } from '../context';
import { updateGroup } from './update';

export interface RevertGroupInput {
  readonly name: string;
  /** The version whose settings come back. */
  readonly to: number;
  /** The version the operator saw; another one in the database is a conflict, and nothing is changed. */
  readonly version: number;
  readonly actor: Actor;
  readonly reason: string;
}

/**
 * Makes a new version with the settings of an earlier one; nothing is removed from the history.
 * @throws BrokerError group-not-found, not-found, bad-request, conflict
 */
export async function revertGroup(ctx: BrokerContext, input: RevertGroupInput): Promise<ConsumerGroup> {
  const { name, to, version, actor } = input;
  const reason = requireReason(input.reason, told('A reason is required: it is kept in the history.'));
  const { groupId } = await ctx.groups.find(name);
  const past = await groupVersion(ctx.store.prisma, groupId, to);
  if (past === null) throw noSuchVersion(name, to, version);
  const settings = pickGroupSettings(past);
  const group = await updateGroup(ctx, { ...settings, name, version, actor, reason: `Revert to v${to}: ${reason}` });
  if (group.version === version)
    throw new BrokerError('conflict', told('The settings of version {to} are already in use.', { to }), {
      field: 'to',
      value: to,
    });
  return group;
}

export function noSuchVersion(name: string, to: number, version: number): BrokerError {
  return new BrokerError('not-found', told('{name} has no version {to}.', { name, to }), {
    field: 'to',
    limit: version,
    value: to,
  });
}
