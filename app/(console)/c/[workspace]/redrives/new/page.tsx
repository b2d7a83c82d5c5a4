import { redirect } from 'next/navigation';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { PlanGroupsView } from '@/components/redrives/plan-groups-view';
import { PlanView } from '@/components/redrives/plan-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { frozenAddress } from '@/lib/console/operations/redrives/plan';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Plan a re-drive');

const FROZEN = ['through', 'frozen', 'leave'];

interface ClusterPlanProps {
  readonly params: Promise<{ readonly workspace: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterPlanPage({ params, searchParams }: ClusterPlanProps) {
  const workspace = segmentName((await params).workspace);
  const search = await searchParams;
  const page = {
    permission: 'dead-letter:read',
    areas: ['dead-letters', 'messages', 'redrives'],
    title: msg('Plan a re-drive'),
    href: inWorkspace(workspace, '/dead-letters'),
  } as const;
  if (search['several'] !== undefined)
    return consolePage({
      ...page,
      parts: [msg('Groups')],
      load: () => reads.redriveGroups.load({ ...search, workspace }),
      show: (initial) => <PlanGroupsView initial={initial} />,
    });
  return consolePage({
    ...page,
    parts: [msg('The set'), msg('Is it safe?'), msg('Start')],
    load: async () => {
      if (search['group'] === undefined) redirect(inWorkspace(workspace, '/dead-letters'));
      const answer = await reads.redrivePlan.load({ ...search, workspace });
      if (FROZEN.some((name) => search[name] === undefined))
        redirect(inWorkspace(workspace, frozenAddress(answer.data, search)));
      return answer;
    },
    show: (initial) => <PlanView initial={initial} />,
  });
}
