import type { ScopedSelection } from '../../../broker/dead-letter/selection';
import { type GroupWay, readWay } from '../../../cluster';
import type { LeaveOut } from '../../../model/redrive/redrive';
import { unsubscribedTags } from '../../../model/group/unsubscribed-tags';
import { setParts, type SetPart } from '../../../store/queries/cluster-redrive/set-parts';
import type { ClusterEngine } from '../clusters/directory';
import { filtersOf, otherGroups, type OtherGroup } from './others';
import { matchIn } from './match';

/** What is known before a run: its way, who else gets a copy, and what has to stay behind. */
export interface ReadyRun {
  readonly way: GroupWay;
  readonly others: readonly OtherGroup[];
  readonly parts: readonly SetPart[];
  readonly leaveOut: LeaveOut | undefined;
}

/**
 * A message whose tag no client subscribes to would be acknowledged unseen, and would look as if it had been consumed:
 * it always stays behind. @throws BrokerError group-not-found, unavailable, bad-request
 */
export async function readyRun(
  engine: ClusterEngine,
  { assumed, ...selection }: ScopedSelection & { readonly assumed?: '4.x' | '5.x' | undefined },
): Promise<ReadyRun> {
  const { cluster, letters } = engine;
  const match = await matchIn(engine, selection);
  const way = await readWay(cluster, selection.group, assumed ?? null);
  const partsOf = (leaveOut: LeaveOut | undefined): Promise<SetPart[]> =>
    setParts(letters.store.console, match, leaveOut);
  const all = await partsOf(selection.leaveOut);
  const unseen = way.way === 'pop-retry' || way.way === 'topic' ? unseenTags(way, all) : [];
  const leaveOut =
    unseen.length === 0
      ? selection.leaveOut
      : { ...selection.leaveOut, tags: [...new Set([...(selection.leaveOut?.tags ?? []), ...unseen])] };
  const parts = unseen.length === 0 ? all : await partsOf(leaveOut);
  const topics = labelsOf(parts, 'topic');
  const others =
    way.way === 'topic'
      ? await otherGroups(
          cluster,
          selection.group,
          topics,
          parts.filter(({ part }) => part === 'tag'),
        )
      : [];
  return { way, others, parts, leaveOut };
}

function unseenTags({ clients: { clients } }: GroupWay, parts: readonly SetPart[]): readonly (string | null)[] {
  const tags = parts.filter(({ part }) => part === 'tag').map(({ label }) => label);
  return unsubscribedTags(tags, filtersOf(clients, labelsOf(parts, 'topic')));
}

export function labelsOf(parts: readonly SetPart[], part: SetPart['part']): readonly string[] {
  return parts.flatMap((row) => (row.part === part && row.label !== null ? [row.label] : []));
}
