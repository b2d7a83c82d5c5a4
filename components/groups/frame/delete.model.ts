import { goesAt } from '@/components/parts/remains.model';
import { plural } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';

type Plan = ReadData<'groupDeletion'>;

/** What goes with a group, most painful first; what there is none of is left out. */
export function goesWith({ contents, inBrokers }: Pick<Plan, 'contents' | 'inBrokers'>): string[] {
  if (inBrokers !== null) return inBrokers.brokers.map(goesAt);
  const { dead, waiting, inFlight, discarded, unread, redrives, alarmRules, limits, versions } = contents;
  const lines: [number | null, (count: number) => string][] = [
    [dead, (count) => plural(count, 'dead letter')],
    [waiting, (count) => `${plural(count, 'message')} waiting for a retry`],
    [inFlight, (count) => `${plural(count, 'message')} in flight: what clients hold can no longer be acknowledged`],
    [discarded, (count) => `${plural(count, 'discarded letter')} that could be restored`],
    [unread, (count) => `its position: ${plural(count, 'message')} that it has not read`],
    [redrives, (count) => plural(count, 're-drive')],
    [alarmRules, (count) => plural(count, 'alarm rule')],
    [limits, (count) => plural(count, 'limit')],
    [versions, (count) => `${plural(count, 'version')} of its configuration`],
  ];
  return lines.flatMap(([count, words]) => (count === null || count === 0 ? [] : [words(count)]));
}
