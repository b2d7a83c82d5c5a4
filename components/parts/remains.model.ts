import { plural } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';

type Remains = NonNullable<ReadData<'groupDeletion'>['inBrokers']>['brokers'][number];

/** "broker-a: settings, 2 positions, %DLQ%billing with 14 messages in 1 queue" */
export function goesAt({ broker, problem, hasSettings, positions, topics, left }: Remains): string {
  if (problem !== null) return `${broker}: unknown (${problem}). Nothing is deleted there until it responds`;
  const stays = left.length === 0 ? '' : `. ${left.join(', ')} stays: it may be of another group`;
  const parts = topics.map(
    ({ topic, queues, messages }) => `${topic} with ${plural(messages, 'message')} in ${plural(queues, 'queue')}`,
  );
  const settings = hasSettings ? 'settings' : 'no settings';
  return `${broker}: ${[settings, plural(positions, 'position'), ...parts].join(', ')}${stays}`;
}

/** Once all brokers were read back. */
export function deletedWords(
  name: string,
  left: readonly { readonly place: string; readonly problem: string | null }[],
): string {
  const but = left.flatMap(({ place, problem }) =>
    problem === null ? [] : [`Name server ${place} may still name its topics: ${problem}.`],
  );
  return [`${name} deleted.`, ...but].join(' ');
}
