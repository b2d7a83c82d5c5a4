import { consolePage } from '@/app/(console)/console-page';
import { AlarmsView } from '@/components/alarms/alarms-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Alarms');

export default function AlarmsPage() {
  return consolePage({
    permission: 'alarm:read',
    areas: ['alarms'],
    title: msg('Alarms'),
    href: '/alarms',
    parts: [msg('Firing'), msg('Rules'), msg('Resolved')],
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
