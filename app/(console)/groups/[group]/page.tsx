import { consolePage } from '@/app/(console)/console-page';
import { OverviewView } from '@/components/groups/overview/overview-view';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';

export default async function GroupPage({ params }: { readonly params: Promise<{ group: string }> }) {
  const group = segmentName((await params).group);
  return consolePage({
    permission: 'group:read',
    title: group,
    href: '/groups',
    framed: true,
    parts: ['What failed', 'States', 'Dead letters and backlog', 'Changes', 'Backlog', 'Configuration'],
    load: () =>
      Promise.all([
        orNotFound(reads.group.load({ group })),
        orNotFound(reads.groupOverview.load({ group })),
        orNotFound(reads.groupBacklog.load({ group })),
        orNotFound(reads.groupDeadLetters.load({ group })),
      ]),
    show: ([head, initial, sampled, letters]) => (
      <OverviewView head={head} initial={initial} sampled={sampled} letters={letters} />
    ),
  });
}
