import type { Metadata } from 'next';
import { AlarmHistoryView } from '@/components/alarms/alarm-history';
import { BadAddress } from '@/components/ui/bad-address';
import { reasonAgainst } from '@/lib/auth/permission';
import { loadPage } from '@/lib/console/load-page';
import { alarmRead } from '@/lib/console/queries/alarms';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Alarm' };

export default async function AlarmPage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const principal = await requirePermission('alarm:read');
  const { id } = await params;
  const { data, refusal } = await loadPage(() => alarmRead.load({ id }));
  if (data === null) return <BadAddress title="Alarm" refusal={refusal} href="/alarms" />;
  return <AlarmHistoryView id={id} initial={data} mayNotTake={reasonAgainst(principal, 'alarm:acknowledge')} />;
}
