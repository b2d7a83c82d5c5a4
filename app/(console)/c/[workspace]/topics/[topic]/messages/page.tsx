import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { BrokerTopicMessages } from '@/components/clusters/messages/topic-messages';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Messages of a topic');

interface PageProps {
  readonly params: Promise<{ workspace: string; topic: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterTopicMessagesPage({ params, searchParams }: PageProps) {
  const names = await params;
  const [workspace, topic] = [segmentName(names.workspace), segmentName(names.topic)];
  const { broker, queue, offset, from, to, property, cursor } = await searchParams;
  return consolePage({
    permission: 'message:read',
    title: topic,
    areas: ['clusters', 'topics', 'messages'],
    href: inWorkspace(workspace, '/topics'),
    parts: [msg('Messages')],
    load: () =>
      Promise.all([
        orNotFound(reads.brokerTopic.load({ workspace, topic })),
        reads.foundMessages.load({ workspace, topic, broker, queue, offset, from, to, property, cursor }),
      ]),
    show: ([{ data }, initial]) => <BrokerTopicMessages topic={data} initial={initial} />,
  });
}
