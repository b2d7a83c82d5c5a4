import { consolePage } from '@/app/(console)/console-page';
import { AlarmPageView } from '@/components/alarms/page/alarm-page-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Alarm');

export default async function AlarmPage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const { id } = await params;
  return consolePage({
    permission: 'alarm:read',
    areas: ['dead-letters', 'messages', 'alarms'],
    title: msg('Alarm'),
    href: '/alarms',
    parts: [msg('State'), msg('Chart'), msg('Causes'), msg('History')],
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
