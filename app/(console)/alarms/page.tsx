import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { AlarmsView } from '@/components/alarms/alarms-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Alarms' };

export default function AlarmsPage() {
  return consolePage({
    permission: 'alarm:read',
    areas: ['alarms'],
    title: 'Alarms',
    href: '/alarms',
    parts: ['Firing', 'Rules', 'Resolved'],
    load: () => reads.alarms.load({}),
    show: (initial, principal) => (
      <AlarmsView
        initial={initial}
        mayNotTake={reasonAgainst(principal, 'alarm:acknowledge')}
        mayNotEdit={reasonAgainst(principal, 'alarm:write')}
        mayNotManage={reasonAgainst(principal, 'alarm-channel:manage')}
      />
    ),
  });
}
