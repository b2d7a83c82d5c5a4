import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { AlarmPageView } from '@/components/alarms/page/alarm-page-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';

export const metadata: Metadata = { title: 'Alarm' };

interface PageProps {
  readonly params: Promise<{ readonly workspace: string; readonly id: string }>;
}

export default async function ClusterAlarmPage({ params }: PageProps) {
  const { id, workspace: segment } = await params;
  const workspace = segmentName(segment);
  return consolePage({
    permission: 'alarm:read',
    title: `Alarm ${id}`,
    areas: ['dead-letters'],
    href: inWorkspace(workspace, '/alarms'),
    parts: ['State', 'Chart', 'Causes', 'History'],
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
