import { groupedBy } from '../../model/grouped';
import { differencesOf } from '../../model/group/subscription';
import type { GroupDifference, SubscribedRow } from '../../store/queries/client/subscriptions';

/** Groups whose clients have filters that match different messages; expressions that mean the same are one. */
export function differencesByGroup(rows: readonly SubscribedRow[]): GroupDifference[] {
  return [...groupedBy(rows, ({ groupId }) => groupId)]
    .map(([groupId, own]) => ({ groupId, topics: differencesOf(own) }))
    .filter(({ topics }) => topics.length > 0);
}
