import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { TopicMessagesView } from '@/components/topics/topic-messages-view';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Messages of a topic');

interface TopicMessagesPageProps {
  readonly params: Promise<{ topic: string }>;
  readonly searchParams: SearchParams;
}

export default async function TopicMessagesPage({ params, searchParams }: TopicMessagesPageProps) {
  const topic = segmentName((await params).topic);
  const search = await searchParams;
  const { queue, offset, from, to, property, cursor } = search;
  return consolePage({
    permission: 'message:read',
    title: topic,
    areas: ['topics', 'messages'],
    href: `/topics/${encodeURIComponent(topic)}/messages`,
    framed: true,
    list: { name: 'topic-messages', search },
    parts: [msg('Messages')],
    load: () =>
      Promise.all([
        orNotFound(reads.topic.load({ topic })),
        reads.foundMessages.load({ topic, queue, offset, from, to, property, cursor }),
      ]),
    show: ([{ data }, initial]) => (
      <TopicMessagesView
        topic={topic}
        queues={data.queues.map(({ queueNo }) => ({ broker: null, queueNo }))}
        initial={initial}
      />
    ),
  });
}
