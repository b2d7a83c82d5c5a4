import type { GroupSettings } from '../../../model/group/group-settings';
import type { Metadata } from '../../metadata';
import { settingsOf } from './group-columns';

export interface GroupVersionRow extends GroupSettings {
  readonly version: number;
  readonly actor: string;
  readonly reason: string | null;
  readonly at: Date;
}

export async function groupVersion(db: Metadata, groupId: number, version: number): Promise<GroupVersionRow | null> {
  const found = await db.consumerGroupVersion.findFirst({ where: { groupId, version }, omit: { groupId: true } });
  return found === null ? null : { ...found, ...settingsOf(found) };
}

/** Newest first. */
export async function groupVersions(db: Metadata, groupId: number, limit: number): Promise<GroupVersionRow[]> {
  const versions = await db.consumerGroupVersion.findMany({
    where: { groupId },
    omit: { groupId: true },
    orderBy: { version: 'desc' },
    take: limit,
  });
  return versions.map((version) => ({ ...version, ...settingsOf(version) }));
}
