import { groupVersions, type GroupVersionRow } from '../../store/queries/group/group-versions';
import { versionUse, type VersionUseRow } from '../../store/queries/group/version-use';
import type { BrokerContext } from '../context';

export interface GroupVersion extends GroupVersionRow {
  /** Null: no history is kept of the time in which it was in use. */
  readonly use: Omit<VersionUseRow, 'version'> | null;
}

const MOST = 200;

/** The versions of a group, newest first, with what happened while each was in use. @throws BrokerError group-not-found */
export async function readGroupHistory(ctx: BrokerContext, name: string): Promise<GroupVersion[]> {
  const { groupId } = await ctx.groups.find(name);
  const [versions, uses] = await Promise.all([
    groupVersions(ctx.store.prisma, groupId, MOST),
    versionUse(ctx.store.console, groupId),
  ]);
  const useOf = new Map(uses.map(({ version, ...use }) => [version, use]));
  return versions.map((version) => {
    const use = useOf.get(version.version);
    return { ...version, use: use === undefined || use.delivered === null ? null : use };
  });
}
