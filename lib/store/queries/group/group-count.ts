import type { Metadata } from '../../metadata';

export async function groupCount(db: Metadata): Promise<number> {
  return await db.consumerGroup.count({ where: { broadcastOf: null } });
}
