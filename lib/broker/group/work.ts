import type { GroupWork } from '../../model/group/group-at-rest';
import { LIMITS } from '../../model/limits';
import { groupOpenWork, groupReaders } from '../../store/queries/group/group-open-work';
import type { Queryable } from '../../store/queryable';

/** What a group has in progress now. Exact for a caller that has locked its queues; for a page it is a moment old. */
export async function readGroupWork(db: Queryable, now: Date | null, groupId: number): Promise<GroupWork> {
  const open = await groupOpenWork(db, groupId);
  return { ...open, ...(await groupReaders(db, now, groupId, LIMITS.clientSilenceMs)) };
}
