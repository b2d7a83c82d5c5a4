import { consolePage } from '@/app/(console)/console-page';
import { BrokerClients } from '@/components/groups/clients/broker-clients';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';

interface PageProps {
  readonly params: Promise<{ workspace: string; group: string }>;
}

export default async function ClusterClientsPage({ params }: PageProps) {
  const names = await params;
  const [workspace, group] = [segmentName(names.workspace), segmentName(names.group)];
  return consolePage({
    permission: 'group:read',
    title: msg('Clients'),
    areas: ['groups'],
    href: inWorkspace(workspace, '/groups'),
    framed: true,
    parts: [msg('Clients')],
    load: () => orNotFound(reads.brokerClients.load({ workspace, group })),
    show: (initial) => <BrokerClients group={group} initial={initial} />,
  });
}
