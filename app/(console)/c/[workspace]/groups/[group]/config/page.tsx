import { consolePage } from '@/app/(console)/console-page';
import { ConfigView } from '@/components/groups/settings/config-view';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';

interface PageProps {
  readonly params: Promise<{ workspace: string; group: string }>;
}

export default async function ClusterConfigPage({ params }: PageProps) {
  const names = await params;
  const [workspace, group] = [segmentName(names.workspace), segmentName(names.group)];
  return consolePage({
    permission: 'group:read',
    title: msg('Configuration'),
    areas: ['groups'],
    href: inWorkspace(workspace, '/groups'),
    framed: true,
    parts: [msg('Settings on the brokers'), msg('Policy')],
    load: async (principal) => ({
      config: await orNotFound(reads.groupConfig.load({ workspace, group })),
      mayNotEdit: await mayNotChange(principal, 'group:write', workspace),
    }),
    show: ({ config, mayNotEdit }) => <ConfigView packed={pack(config)} mayNotEdit={mayNotEdit} />,
  });
}
