import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { pastPage } from '@/app/(console)/past-page';
import { NowView } from '@/components/now/now-view';
import { titled } from '@/lib/console/pages/language';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { inWorkspace } from '@/lib/model/workspace';

export const generateMetadata = titled('Now');

interface ClusterNowProps {
  readonly params: Promise<{ readonly workspace: string }>;
  readonly searchParams: SearchParams;
}

/** What needs an operator in an attached cluster. */
export default async function ClusterNowPage({ params, searchParams }: ClusterNowProps) {
  const workspace = segmentName((await params).workspace);
  const { asOf } = await searchParams;
  if (asOf !== undefined) return pastPage({ title: msg('Now'), href: inWorkspace(workspace, ''), asOf, workspace });
  return consolePage({
    permission: 'group:read',
    title: msg('Now'),
    areas: ['now', 'problem', 'groups'],
    href: inWorkspace(workspace, ''),
    parts: [msg('Open problems'), msg('Active groups'), msg('Upcoming losses'), msg('Checks')],
    load: async (principal) => ({
      initial: await reads.problems.load({ workspace }),
      mayNotCreate: await mayNotChange(principal, 'group:write', workspace),
    }),
    show: (page) => <NowView {...page} />,
  });
}
