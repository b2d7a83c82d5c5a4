import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { AlarmPageView } from '@/components/alarms/page/alarm-page-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Alarm' };

export default async function AlarmPage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const { id } = await params;
  return consolePage({
    permission: 'alarm:read',
    title: `Alarm ${id}`,
    areas: ['dead-letters'],
    href: '/alarms',
    parts: ['State', 'Chart', 'Causes', 'History'],
    load: () => reads.alarm.load({ id }),
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
