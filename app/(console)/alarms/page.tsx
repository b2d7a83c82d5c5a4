import type { Metadata } from 'next';
import { AlarmsView } from '@/components/alarms/alarms-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { alarmsRead } from '@/lib/console/queries/alarms';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Alarms' };

export default async function AlarmsPage() {
  const principal = await requirePermission('alarm:read');
  return (
    <AlarmsView
      initial={await alarmsRead.load({})}
      mayNotTake={reasonAgainst(principal, 'alarm:acknowledge')}
      mayNotEdit={reasonAgainst(principal, 'alarm:write')}
      mayNotManage={reasonAgainst(principal, 'alarm-channel:manage')}
    />
  );
}
