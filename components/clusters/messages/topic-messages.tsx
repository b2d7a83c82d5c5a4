'use client';

import { BrokersBanner } from '@/components/clusters/brokers-banner';
import { TopicMessagesView } from '@/components/topics/topic-messages-view';
import { CopyButton } from '@/components/ui/copy-button';
import { PageHeader } from '@/components/ui/page-header';
import type { FoundPage } from '@/lib/console/operations/messages/views';
import type { ReadData } from '@/lib/console/reads/registry';
import type { ReadResult } from '@/lib/model/read-result';
import { loadStoredPeek, StoredPeek } from './stored-peek';
import { BrokerTopicTabs } from '@/components/clusters/topic-tabs';
import { t } from '@/lib/model/language/t';

interface BrokerTopicMessagesProps {
  readonly topic: ReadData<'brokerTopic'>;
  readonly initial: ReadResult<FoundPage>;
}

const peek = {
  load: loadStoredPeek,
  pane: (at: string, onClose: () => void) => <StoredPeek key={at} at={at} onClose={onClose} />,
};

/** The log of a topic of an attached cluster: every queue of every broker, newest first. */
export function BrokerTopicMessages({ topic: { name, parts }, initial }: BrokerTopicMessagesProps) {
  const queues = parts.flatMap(({ broker, readQueues }) =>
    Array.from({ length: readQueues }, (_, queueNo) => ({ broker, queueNo })),
  );
  return (
    <>
      <PageHeader title={name} marks={<CopyButton text={name} label={t('Copy the name')} />}>
        {t('Messages as the brokers store them, including consumed ones.')}
      </PageHeader>
      <BrokerTopicTabs topic={name} />
      <TopicMessagesView topic={name} queues={queues} initial={initial} peek={peek} note={noteOf} />
      <p className="small text-3 prose">
        {t(
          `Brokers keep one offset for each group and queue, and no state of single messages. “Past” means before the
          offset: delivered to a 5.x group or settled by a 4.x group, with any result. “In flight” means fetched by a
          client and possibly settled. To find the retries and dead letters of a message, open it and search the
          brokers.`,
        )}
      </p>
    </>
  );
}

function noteOf({ brokers }: FoundPage) {
  return brokers === null ? null : <BrokersBanner answered={brokers.answered.length} silent={brokers.silent} />;
}
