import type { Metadata } from '../../metadata';

export interface GroupName {
  readonly groupId: number;
  readonly name: string;
  readonly messageModel: string;
}

/** Every group by name, without the members of broadcast groups. */
export async function groupNames(db: Metadata): Promise<GroupName[]> {
  return await db.consumerGroup.findMany({
    where: { broadcastOf: null },
    select: { groupId: true, name: true, messageModel: true },
    orderBy: { name: 'asc' },
  });
}
