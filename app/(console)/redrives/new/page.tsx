import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { PlanGroupsView } from '@/components/redrives/plan-groups-view';
import { PlanView } from '@/components/redrives/plan-view';
import { frozenAddress } from '@/lib/console/reads/plan-address';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Plan a re-drive' };

const FROZEN = ['through', 'frozen', 'leave'];

export default async function PlanPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const page = { permission: 'dead-letter:read', title: 'Plan a re-drive', href: '/dead-letters' } as const;
  if (params['several'] !== undefined)
    return consolePage({
      ...page,
      parts: ['Groups'],
      load: () => reads.redriveGroups.load(params),
      show: (initial) => <PlanGroupsView initial={initial} />,
    });
  return consolePage({
    ...page,
    parts: ['The set', 'Is it safe?', 'Start'],
    load: async () => {
      // without a group there is nothing to plan: the dead letters are where one is chosen
      if (params['group'] === undefined) redirect('/dead-letters');
      const initial = await reads.redrivePlan.load(params);
      if (FROZEN.some((name) => params[name] === undefined)) redirect(frozenAddress(initial.data, params));
      return initial;
    },
    show: (initial) => <PlanView initial={initial} />,
  });
}
