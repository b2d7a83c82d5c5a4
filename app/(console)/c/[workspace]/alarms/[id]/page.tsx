import { consolePage } from '@/app/(console)/console-page';
import { AlarmPageView } from '@/components/alarms/page/alarm-page-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Alarm');

interface PageProps {
  readonly params: Promise<{ readonly workspace: string; readonly id: string }>;
}

export default async function ClusterAlarmPage({ params }: PageProps) {
  const { id, workspace: segment } = await params;
  const workspace = segmentName(segment);
  return consolePage({
    permission: 'alarm:read',
    areas: ['dead-letters', 'messages', 'alarms'],
    title: msg('Alarm'),
    href: inWorkspace(workspace, '/alarms'),
    parts: [msg('State'), msg('Chart'), msg('Causes'), msg('History')],
    load: () => reads.alarm.load({ workspace, id }),
    show: (initial, principal) => (
      <AlarmPageView
        id={id}
        initial={initial}
        mayNotTake={reasonAgainst(principal, 'alarm:acknowledge')}
        mayNotAccept={reasonAgainst(principal, 'dead-letter:keep')}
      />
    ),
  });
}
