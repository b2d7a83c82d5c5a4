import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { PlanView } from '@/components/redrives/plan-view';
import { BadAddress } from '@/components/ui/bad-address';
import { loadPage } from '@/lib/console/pages/load-page';
import { frozenAddress, redrivePlanRead } from '@/lib/console/reads/redrive-plan';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Plan a re-drive' };

export default async function PlanPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePermission('dead-letter:read');
  const params = await searchParams;
  // without a group there is nothing to plan: the dead letters are where one is chosen
  if (params['group'] === undefined) redirect('/dead-letters');
  const { data: initial, refusal } = await loadPage(() => redrivePlanRead.load(params));
  if (initial === null) return <BadAddress title="Plan a re-drive" refusal={refusal} href="/dead-letters" />;
  if (params['through'] === undefined || params['frozen'] === undefined) redirect(frozenAddress(initial.data));
  return <PlanView initial={initial} />;
}
