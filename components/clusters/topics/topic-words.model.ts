import type { ReadData } from '@/lib/console/reads/registry';
import { listOf } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

type Parts = ReadData<'brokerTopics'>['topics'][number]['parts'];

/** Of all brokers; where they have the same, the list names one of them. */
export function queuesOf({
  parts,
  differs,
  brokers,
}: Pick<ReadData<'brokerTopics'>['topics'][number], 'parts' | 'differs' | 'brokers'>): number {
  const queues = parts.reduce((sum, { writeQueues }) => sum + writeQueues, 0);
  return differs ? queues : queues * brokers;
}

/** "read and write"; of brokers that differ all of them. */
export function rightsWords(parts: Pick<Parts[number], 'mayRead' | 'mayWrite'>[] | Parts): string {
  const words = parts.map(({ mayRead, mayWrite }) =>
    mayRead && mayWrite ? t('read and write') : mayRead ? t('read only') : mayWrite ? t('write only') : t('none'),
  );
  return listOf([...new Set(words)], 'or');
}

/** What an edit of a topic would do, or why it cannot be saved; null: nothing to say. */
export function topicBlocker(
  parts: Parts,
  silent: readonly { readonly broker: string }[],
  queues: number,
): string | null {
  const [away] = silent;
  if (away !== undefined)
    return t('{broker} is not responding: settings can be changed when all brokers respond', { broker: away.broker });
  const most = mostQueues(parts);
  if (queues < most)
    return t('A broker has {most, plural, one {# queue} other {# queues}}, and the number cannot be reduced', { most });
  return null;
}

export function mostQueues(parts: Parts): number {
  return Math.max(0, ...parts.map(({ readQueues, writeQueues }) => Math.max(readQueues, writeQueues)));
}
