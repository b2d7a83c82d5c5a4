import type { ReadData } from '@/lib/console/reads/registry';

type Parts = ReadData<'brokerTopics'>['topics'][number]['parts'];

/** "reading and writing"; of brokers that differ all that there is. */
export function rightsWords(parts: Pick<Parts[number], 'mayRead' | 'mayWrite'>[] | Parts): string {
  const words = parts.map(({ mayRead, mayWrite }) =>
    mayRead && mayWrite ? 'reading and writing' : mayRead ? 'reading' : mayWrite ? 'writing' : 'nothing',
  );
  return [...new Set(words)].join(' or ');
}

/** What an edit of a topic would do, or why it cannot be saved; null: nothing to say. */
export function topicBlocker(
  parts: Parts,
  silent: readonly { readonly broker: string }[],
  queues: number,
): string | null {
  const [away] = silent;
  if (away !== undefined) return `${away.broker} does not answer: settings are changed when all brokers answer`;
  const most = mostQueues(parts);
  if (queues < most) return `It has ${most} queues on a broker, and cannot have fewer`;
  return null;
}

export function mostQueues(parts: Parts): number {
  return Math.max(0, ...parts.map(({ readQueues, writeQueues }) => Math.max(readQueues, writeQueues)));
}
