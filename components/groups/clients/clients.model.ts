import { formatCount, plural } from '@/components/ui/number.model';
import type { GroupClientsView, GroupClientView } from '@/lib/console/reads/group-clients';

/** Connected, left, or of a node that does not report. */
export function presenceOf({ leftAt, nodeSilent }: GroupClientView): 'connected' | 'left' | 'unknown' {
  if (leftAt !== null) return 'left';
  return nodeSilent ? 'unknown' : 'connected';
}

/** "Java 5.0.7 on 3, Node 1.0.8 on 1", most first. */
export function sdksOf(clients: readonly GroupClientView[]): string {
  const counts = new Map<string, number>();
  for (const { language, version } of clients) {
    const sdk = `${language} ${version}`.trim();
    counts.set(sdk, (counts.get(sdk) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([sdk, count]) => `${sdk} on ${formatCount(count)}`)
    .join(', ');
}

/** The sentence above the figures. */
export function clientsSay({ items, nodes, unnamed }: GroupClientsView): string {
  const present = items.filter((client) => presenceOf(client) === 'connected').length;
  const silent = items.filter((client) => presenceOf(client) === 'unknown').length;
  const parts = [
    nodes === 0
      ? 'No node has reported its clients: which ones are connected is unknown.'
      : `${plural(present, 'client')} connected, on ${plural(nodes, 'node')}.`,
    ...(silent === 0 ? [] : [`${plural(silent, 'more is', 'more are')} of a node that does not report: unknown.`]),
    ...(unnamed === 0
      ? []
      : [`${plural(unnamed, 'more is', 'more are')} connected to nodes of an older release, which do not name them.`]),
  ];
  return parts.join(' ');
}

/** The one that holds most, when that is unusual; null: nothing stands out. */
export function hoarderOf(clients: readonly GroupClientView[]): { client: string; holds: number; of: number } | null {
  const total = clients.reduce((sum, { holds }) => sum + holds, 0);
  const [most] = clients.toSorted((one, other) => other.holds - one.holds);
  if (most === undefined || clients.length < 2 || total < 10 || most.holds * 2 < total) return null;
  return { client: most.client, holds: most.holds, of: total };
}
