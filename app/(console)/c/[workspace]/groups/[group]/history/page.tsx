import { consolePage } from '@/app/(console)/console-page';
import { HistoryView } from '@/components/groups/settings/history/history-view';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';

interface PageProps {
  readonly params: Promise<{ workspace: string; group: string }>;
}

export default async function ClusterHistoryPage({ params }: PageProps) {
  const names = await params;
  const [workspace, group] = [segmentName(names.workspace), segmentName(names.group)];
  return consolePage({
    permission: 'group:read',
    title: msg('History'),
    areas: ['groups'],
    href: inWorkspace(workspace, '/groups'),
    framed: true,
    parts: [msg('Versions')],
    load: async (principal) => ({
      history: await orNotFound(reads.groupHistory.load({ workspace, group })),
      mayNotRevert: await mayNotChange(principal, 'group:write', workspace),
    }),
    show: ({ history, mayNotRevert }) => <HistoryView packed={pack(history)} mayNotRevert={mayNotRevert} />,
  });
}
