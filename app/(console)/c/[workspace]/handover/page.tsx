import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { HandoverView } from '@/components/handover/handover-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { inWorkspace } from '@/lib/model/workspace';

export const metadata: Metadata = { title: 'Handover' };

interface ClusterHandoverProps {
  readonly params: Promise<{ readonly workspace: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterHandoverPage({ params, searchParams }: ClusterHandoverProps) {
  const workspace = segmentName((await params).workspace);
  const { from, to, group } = await searchParams;
  return consolePage({
    permission: 'group:read',
    title: 'Handover',
    areas: ['now', 'problem'],
    href: inWorkspace(workspace, '/handover'),
    parts: ['Open now', 'What happened'],
    load: () => reads.handover.load({ workspace, from, to, group }),
    show: (initial) => <HandoverView packed={pack(initial)} />,
  });
}
