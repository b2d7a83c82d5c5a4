import { redirect } from 'next/navigation';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { PlanGroupsView } from '@/components/redrives/plan-groups-view';
import { PlanRefused } from '@/components/redrives/plan-refused';
import { PlanView } from '@/components/redrives/plan-view';
import { unlessRefused } from '@/lib/console/pages/unless-refused';
import { frozenAddress } from '@/lib/console/operations/redrives/plan';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Plan a re-drive');

const FROZEN = ['through', 'frozen', 'leave'];

export default async function PlanPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const page = {
    permission: 'dead-letter:read',
    areas: ['dead-letters', 'messages', 'redrives'],
    title: msg('Plan a re-drive'),
    href: '/dead-letters',
  } as const;
  if (params['several'] !== undefined)
    return consolePage({
      ...page,
      parts: [msg('Groups')],
      load: () => reads.redriveGroups.load(params),
      show: (initial) => <PlanGroupsView initial={initial} />,
    });
  return consolePage({
    ...page,
    parts: [msg('The set'), msg('Is it safe?'), msg('Start')],
    load: async () => {
      // without a group there is nothing to plan: the dead letters are where one is chosen
      if (params['group'] === undefined) redirect('/dead-letters');
      const { answer, refusal } = await unlessRefused(reads.redrivePlan.load(params));
      // The bar with the refused filter offers the groups that there are.
      if (refusal !== null) return { refusal, found: await reads.deadLetterCauses.load({}) };
      if (FROZEN.some((name) => params[name] === undefined)) redirect(frozenAddress(answer.data, params));
      return { refusal, initial: answer };
    },
    show: (plan) =>
      plan.refusal === null ? (
        <PlanView initial={plan.initial} />
      ) : (
        <PlanRefused
          refusal={plan.refusal}
          groups={plan.found.data.groups}
          canExpire={plan.found.data.retention.keepHours !== null}
        />
      ),
  });
}
