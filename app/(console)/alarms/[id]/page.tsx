import type { Metadata } from 'next';
import { AlarmHistoryView } from '@/components/alarms/alarm-history';
import { UnansweredPage } from '@/components/live/unanswered';
import { BadAddress } from '@/components/ui/bad-address';
import { reasonAgainst } from '@/lib/auth/permission';
import { alarmRead } from '@/lib/console/reads/alarms';
import { visitPage } from '@/lib/console/pages/visit-page';

export const metadata: Metadata = { title: 'Alarm' };

export default async function AlarmPage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const { id } = await params;
  const visit = await visitPage('alarm:read', () => alarmRead.load({ id }));
  if (visit.kind === 'refused') return <BadAddress title="Alarm" refusal={visit.refusal} href="/alarms" />;
  if (visit.kind === 'unanswered')
    return <UnansweredPage title={`Alarm ${id}`} parts={['State', 'History']} {...visit} />;
  const mayNotTake = reasonAgainst(visit.principal, 'alarm:acknowledge');
  return <AlarmHistoryView id={id} initial={visit.data} mayNotTake={mayNotTake} />;
}
