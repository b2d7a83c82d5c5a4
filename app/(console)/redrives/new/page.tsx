import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { PlanView } from '@/components/redrives/plan-view';
import { frozenAddress } from '@/lib/console/reads/redrive-plan';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Plan a re-drive' };

export default async function PlanPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  return consolePage({
    permission: 'dead-letter:read',
    title: 'Plan a re-drive',
    href: '/dead-letters',
    parts: ['The set', 'Safety checks', 'Start'],
    load: async () => {
      // without a group there is nothing to plan: the dead letters are where one is chosen
      if (params['group'] === undefined) redirect('/dead-letters');
      const initial = await reads.redrivePlan.load(params);
      if (params['through'] === undefined || params['frozen'] === undefined || params['leave'] === undefined) redirect(frozenAddress(initial.data, params));
      return initial;
    },
    show: (initial) => <PlanView initial={initial} />,
  });
}
