import type { ReadData } from '@/lib/console/reads/registry';
import { enumerated, sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

type Remains = NonNullable<ReadData<'groupDeletion'>['inBrokers']>['brokers'][number];

/** "broker-a: settings, 2 offsets, %DLQ%billing with 14 messages in 1 queue" */
export function goesAt({ broker, problem, hasSettings, positions, topics, left }: Remains): string {
  if (problem !== null)
    return t('{broker}: unknown ({problem}). Nothing is deleted there until it responds', { broker, problem });
  const parts = [
    hasSettings ? t('settings') : t('no settings'),
    t('{count, plural, one {# offset} other {# offsets}}', { count: positions }),
    ...topics.map(({ topic, queues, messages }) =>
      t(
        `{topic} with {messages, plural, one {# message} other {# messages}} in
        {queues, plural, one {# queue} other {# queues}}`,
        { topic, queues, messages },
      ),
    ),
  ];
  const found = { broker, parts: enumerated(parts) };
  return left.length === 0
    ? t('{broker}: {parts}', found)
    : t('{broker}: {parts}. Kept: {topics}, which may belong to another group', { ...found, topics: enumerated(left) });
}

/** Once all brokers were read back. */
export function deletedWords(
  kind: 'topic' | 'group',
  name: string,
  left: readonly { readonly place: string; readonly problem: string | null }[],
): string {
  const but = left.flatMap(({ place, problem }) =>
    problem === null ? [] : [t('Name server {place} may still list its topics: {problem}.', { place, problem })],
  );
  const done = t('{kind, select, topic {Topic {name} deleted.} other {Group {name} deleted.}}', { kind, name });
  return sentences(done, ...but);
}
