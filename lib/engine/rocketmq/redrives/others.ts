import { type Cluster, type GroupClients, listGroups, readClients, readersOf } from '../../../cluster';
import { unsubscribedTags } from '../../../model/group/unsubscribed-tags';
import { enumerated } from '../../../model/language/list';
import { t } from '../../../model/language/t';

/** Letters of a set by their tag; null: without one. */
export type TagCounts = readonly { readonly label: string | null; readonly count: number }[];

/** Another group that reads a topic, and what it would get. */
export interface OtherGroup {
  readonly group: string;
  readonly clients: GroupClients['clients'];
  /** As its clients subscribe: "*", "paid || refund". */
  readonly reads: string;
  readonly copies: number;
}

/** Every other group of the topics, with the copies that its filter lets through. */
export async function otherGroups(
  cluster: Cluster,
  group: string,
  topics: readonly string[],
  tags: TagCounts,
): Promise<readonly OtherGroup[]> {
  const known = new Set((await listGroups(cluster)).groups.map(({ name }) => name));
  const readers = await Promise.all(topics.map((topic) => readersOf(cluster, topic)));
  const names = [...new Set(readers.flat())].filter((name) => name !== group && known.has(name)).toSorted();
  return await Promise.all(
    names.map(async (name) => {
      const { clients } = await readClients(cluster, name);
      const filters = filtersOf(clients, topics);
      const left = new Set(
        unsubscribedTags(
          tags.map(({ label }) => label),
          filters,
        ),
      );
      const copies = tags.reduce((sum, { label, count }) => sum + (left.has(label) ? 0 : count), 0);
      const reads = enumerated([...new Set(filters.map(({ expression }) => expression))]) || t('filter unknown');
      return { group: name, clients, reads, copies };
    }),
  );
}

/** What connected clients subscribe to of these topics. */
export function filtersOf(
  clients: GroupClients['clients'],
  topics: readonly string[],
): { readonly kind: 'tags' | 'sql'; readonly expression: string }[] {
  return clients
    .flatMap(({ subscriptions }) => subscriptions)
    .filter(({ topic }) => topics.includes(topic))
    .map(({ expression, isSql }) => ({ kind: isSql ? 'sql' : 'tags', expression }));
}
