import type { ReadData } from '@/lib/console/reads/registry';
import { enumerated } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

/** Where a topic is, with its queues: said once, if all brokers have as many. */
export function OnBrokers({
  topic: { parts, differs, missingOn, brokers },
}: {
  readonly topic: ReadData<'brokerTopics'>['topics'][number];
}) {
  const [first] = parts;
  if (missingOn.length > 0)
    return <span className="fg-waiting">{t('not on {brokers}', { brokers: enumerated(missingOn) })}</span>;
  if (differs) {
    const each = enumerated(parts.map(({ broker, writeQueues }) => `${broker} ${writeQueues}`));
    return <span className="fg-waiting">{t('differ: {each}', { each })}</span>;
  }
  if (first === undefined) return null;
  const { broker, writeQueues: queues } = first;
  return (
    <span className="text-2">
      {brokers === 1 ? `${broker} ${queues}` : t('{queues} on each of {brokers} brokers', { queues, brokers })}
    </span>
  );
}
