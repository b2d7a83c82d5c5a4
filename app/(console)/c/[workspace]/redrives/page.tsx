import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { RedrivesView } from '@/components/redrives/redrives-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Re-drives');

interface ClusterRedrivesProps {
  readonly params: Promise<{ readonly workspace: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterRedrivesPage({ params, searchParams }: ClusterRedrivesProps) {
  const workspace = segmentName((await params).workspace);
  const { group, state, cursor } = await searchParams;
  return consolePage({
    permission: 'redrive:read',
    title: msg('Re-drives'),
    href: inWorkspace(workspace, '/redrives'),
    parts: [msg('Re-drives')],
    areas: ['redrives'],
    load: () => reads.redrives.load({ workspace, group, state, cursor }),
    show: (initial) => <RedrivesView initial={initial} />,
  });
}
