import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { BrokerTopic } from '@/components/clusters/topics/topic-view';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';

interface PageProps {
  readonly params: Promise<{ workspace: string; topic: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: segmentName((await params).topic) };
}

export default async function ClusterTopicPage({ params }: PageProps) {
  const names = await params;
  const [workspace, topic] = [segmentName(names.workspace), segmentName(names.topic)];
  return consolePage({
    permission: 'topic:read',
    areas: ['clusters', 'topics', 'messages'],
    title: topic,
    href: inWorkspace(workspace, '/topics'),
    parts: [msg('Settings on the brokers'), msg('Groups that read it'), msg('Messages stored')],
    load: async (principal) => ({
      initial: await orNotFound(reads.brokerTopic.load({ workspace, topic })),
      mayNotChange: await mayNotChange(principal, 'topic:write', workspace),
      mayNotSkip: await mayNotChange(principal, 'group:write', workspace),
      mayNotSend: await mayNotChange(principal, 'message:send', workspace),
    }),
    show: (page) => <BrokerTopic {...page} />,
  });
}
