import { consolePage } from '@/app/(console)/console-page';
import { AlarmsView } from '@/components/alarms/alarms-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Alarms');

export default async function ClusterAlarmsPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'alarm:read',
    areas: ['alarms'],
    title: msg('Alarms'),
    href: inWorkspace(workspace, '/alarms'),
    parts: [msg('Firing'), msg('Rules'), msg('Resolved')],
    load: () => reads.alarms.load({ workspace }),
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
