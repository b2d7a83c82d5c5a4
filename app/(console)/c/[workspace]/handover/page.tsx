import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { HandoverView } from '@/components/handover/handover-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Handover');

interface ClusterHandoverProps {
  readonly params: Promise<{ readonly workspace: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterHandoverPage({ params, searchParams }: ClusterHandoverProps) {
  const workspace = segmentName((await params).workspace);
  const { from, to, group } = await searchParams;
  return consolePage({
    permission: 'group:read',
    title: msg('Handover'),
    areas: ['alarms', 'audit', 'now', 'problem', 'redrives', 'throttling'],
    href: inWorkspace(workspace, '/handover'),
    parts: [msg('Open now'), msg('What happened')],
    load: () => reads.handover.load({ workspace, from, to, group }),
    show: (initial) => <HandoverView packed={pack(initial)} />,
  });
}
