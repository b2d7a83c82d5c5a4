import { plural } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';

type Plan = ReadData<'groupDeletion'>;
type Remains = NonNullable<Plan['inBrokers']>['brokers'][number];

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

/** "broker-a: settings, 2 positions, %DLQ%billing with 14 messages" */
function goesAt({ broker, problem, hasSettings, positions, topics, left }: Remains): string {
  if (problem !== null) return `${broker}: unknown (${problem}). Nothing is deleted there until it responds`;
  const stays = left.length === 0 ? '' : `. ${left.join(', ')} stays: it may be of another group`;
  const parts = topics.map(({ topic, messages }) => `${topic} with ${plural(messages, 'message')}`);
  const settings = hasSettings ? 'settings' : 'no settings';
  return `${broker}: ${[settings, plural(positions, 'position'), ...parts].join(', ')}${stays}`;
}

/** What is known once all brokers were read back. */
export function deletedWords(
  name: string,
  left: readonly { readonly place: string; readonly problem: string | null }[],
): string {
  const but = left.map(
    ({ place, problem }) => `Name server ${place} may still name its topics: ${problem ?? 'unknown'}.`,
  );
  return [`${name} deleted.`, ...but].join(' ');
}
