import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { pastPage } from '@/app/(console)/past-page';
import { OverviewView } from '@/components/groups/overview/overview-view';
import { groupHref } from '@/components/parts/names';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';

interface GroupPageProps {
  readonly params: Promise<{ group: string }>;
  readonly searchParams: SearchParams;
}

export default async function GroupPage({ params, searchParams }: GroupPageProps) {
  const group = segmentName((await params).group);
  const { asOf } = await searchParams;
  if (asOf !== undefined) return pastPage({ title: group, href: groupHref(group), asOf, group });
  return consolePage({
    permission: 'group:read',
    title: group,
    areas: ['groups'],
    href: '/groups',
    framed: true,
    parts: [
      msg('What failed'),
      msg('States'),
      msg('Dead letters and backlog'),
      msg('Changes'),
      msg('Backlog'),
      msg('Configuration'),
    ],
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
