import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { BrokerTopicTabs } from '@/components/clusters/topic-tabs';
import { ConnectView } from '@/components/topics/connect-view';
import { PageHeader } from '@/components/ui/page-header';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg, t } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Connect');

interface ConnectPageProps {
  readonly params: Promise<{ workspace: string; topic: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterConnectPage({ params, searchParams }: ConnectPageProps) {
  const names = await params;
  const [workspace, topic] = [segmentName(names.workspace), segmentName(names.topic)];
  const { group } = await searchParams;
  return consolePage({
    permission: 'message:read',
    title: msg('Connect your application'),
    areas: ['topics', 'clusters'],
    href: inWorkspace(workspace, '/topics'),
    parts: [msg('Status'), msg('Connection')],
    load: async (principal) => ({
      initial: await orNotFound(reads.topicConnect.load({ workspace, topic, group })),
      mayNotCreate: await mayNotChange(principal, 'group:write', workspace),
    }),
    show: ({ initial, mayNotCreate }) => (
      <>
        <PageHeader title={topic}>{t('Connect your application')}</PageHeader>
        <BrokerTopicTabs topic={topic} />
        <ConnectView initial={initial} accessKeys={null} mayNotCreate={mayNotCreate} />
      </>
    ),
  });
}
