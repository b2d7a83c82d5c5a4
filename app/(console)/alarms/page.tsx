import type { Metadata } from 'next';
import { AlarmsView } from '@/components/alarms/alarms-view';
import { UnansweredPage } from '@/components/live/unanswered';
import { BadAddress } from '@/components/ui/bad-address';
import { reasonAgainst } from '@/lib/auth/permission';
import { alarmsRead } from '@/lib/console/reads/alarms';
import { visitPage } from '@/lib/console/pages/visit-page';

export const metadata: Metadata = { title: 'Alarms' };

export default async function AlarmsPage() {
  const visit = await visitPage('alarm:read', () => alarmsRead.load({}));
  if (visit.kind === 'refused') return <BadAddress title="Alarms" refusal={visit.refusal} href="/alarms" />;
  if (visit.kind === 'unanswered')
    return <UnansweredPage title="Alarms" parts={['Firing', 'Rules', 'Resolved']} {...visit} />;
  const { principal, data } = visit;
  return (
    <AlarmsView
      initial={data}
      mayNotTake={reasonAgainst(principal, 'alarm:acknowledge')}
      mayNotEdit={reasonAgainst(principal, 'alarm:write')}
      mayNotManage={reasonAgainst(principal, 'alarm-channel:manage')}
    />
  );
}
